import { openDocker } from '#io/docker.ts';
import { dockerSandboxes } from '#runtime/sandbox/docker.ts';
import { localSandboxes } from '#runtime/sandbox/local.ts';
import { ensureBase } from '#runtime/sandbox/base-image.ts';
import type { SandboxProvider } from '#runtime/sandbox/sandbox.ts';
const engine = await openDocker();
if ('unreachable' in engine) throw new Error();
const base = (await ensureBase(engine)).id;
const med = (a: number[]) => { const s = [...a].sort((x, y) => x - y); return `${s[Math.floor(s.length / 2)]?.toFixed(1)} (min ${s[0]?.toFixed(1)})`; };
const files = Array.from({ length: 20 }, (_, i) => ({ path: `src/m${i}.py`, mode: '100644' as const, content: Buffer.alloc(4000, 97) }));
const cases: [string, SandboxProvider, string | null][] = [['docker', dockerSandboxes(engine), base], ['bubblewrap', localSandboxes('bubblewrap'), null], ['process-group', localSandboxes('process-group'), null]];
for (const [name, p, image] of cases) {
  const t: Record<string, number[]> = { 'open+exec true+close': [], open: [], exec: [], put20: [], get: [], snapshot: [], close: [] };
  for (let i = 0; i < 9; i += 1) {
    const a = performance.now();
    const box = await p.open({ image, base: [], cpus: 1, memoryMb: 256, pids: 64, labels: {} });
    const b = performance.now(); t.open?.push(b - a);
    await box.exec(['true'], { cwd: box.workspace, env: {}, timeoutMs: 10000, outputBytes: 1000 });
    const c = performance.now(); t.exec?.push(c - b);
    await box.put(files, box.workspace);
    const d = performance.now(); t.put20?.push(d - c);
    await box.get(`${box.workspace}/src/m1.py`, 10000);
    const e = performance.now(); t.get?.push(e - d);
    await box.snapshot(box.workspace, []);
    const f = performance.now(); t.snapshot?.push(f - e);
    await box[Symbol.asyncDispose]();
    const g = performance.now(); t.close?.push(g - f);
    t['open+exec true+close']?.push(c - a + g - f);
  }
  console.log(name, Object.entries(t).map(([k, v]) => `${k} ${med(v)}`).join('; '));
}
