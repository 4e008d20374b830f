import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { atMost } from '#runtime/sandbox/at-most.ts';
import { hostContainment, localSandboxes } from '#runtime/sandbox/local.ts';
import type { SandboxProvider } from '#runtime/sandbox/sandbox.ts';

const local = localSandboxes(await hostContainment());
const spec = { image: null, base: [], cpus: 1, memoryMb: 256, pids: 64, labels: { role: 'bound' } };

test('no more sandboxes are open than allowed, and each has its turn in order', async () => {
  let [open, most] = [0, 0];
  const counting: SandboxProvider = {
    ...local,
    async open(each) {
      const inner = await local.open(each);
      most = Math.max(most, ++open);
      const close = inner[Symbol.asyncDispose].bind(inner);
      return Object.assign(inner, {
        async [Symbol.asyncDispose]() {
          open -= 1;
          await close();
        },
      });
    },
  };
  const bounded = atMost(2, counting);
  const order: number[] = [];
  await Promise.all(
    Array.from({ length: 6 }, async (_, index) => {
      await using sandbox = await bounded.open(spec);
      order.push(index);
      const ran = await sandbox.exec(['true'], { cwd: sandbox.workspace, env: {}, timeoutMs: 10_000, outputBytes: 10 });
      expect(ran.exit).toBe(0);
    }),
  );
  expect(most).toBe(2);
  expect(open).toBe(0);
  expect([...order].sort()).toEqual([0, 1, 2, 3, 4, 5]);
  expect(order.slice(0, 2).sort()).toEqual([0, 1]);
});

test('a sandbox that does not open, and one closed twice, keep the count right', async () => {
  let fails = true;
  const bounded = atMost(1, {
    ...local,
    open: (each) => (fails ? Promise.reject(new Error('no daemon')) : local.open(each)),
  });
  await expect(bounded.open(spec)).rejects.toThrow('no daemon');
  fails = false;
  const first = await bounded.open(spec);
  await first[Symbol.asyncDispose]();
  await first[Symbol.asyncDispose]();
  const second = await bounded.open(spec);
  const third = bounded.open(spec);
  expect(await Promise.race([third.then(() => 'open'), new Promise((turn) => setTimeout(turn, 50, 'waits'))])).toBe('waits');
  await second[Symbol.asyncDispose]();
  await (await third)[Symbol.asyncDispose]();
});

test('closing ends what is open and what is opening, and lets nobody in', async () => {
  const bounded = atMost(1, local);
  const held = await bounded.open(spec);
  const late = bounded.open(spec);
  const running = held.exec(['sleep', '60'], { cwd: held.workspace, env: {}, timeoutMs: 60_000, outputBytes: 10 });
  const [refused, ended] = await Promise.allSettled([late, running, bounded[Symbol.asyncDispose]()]);
  expect(refused).toMatchObject({ status: 'rejected', reason: { message: 'the sandboxes are closed' } });
  expect(ended?.status === 'rejected' || ended?.value.exit !== 0).toBe(true);
  expect(existsSync(held.workspace)).toBe(false);
  await expect(bounded.open(spec)).rejects.toThrow('the sandboxes are closed');
}, 30_000);
