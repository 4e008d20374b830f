import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ExecOptions, ExecResult, Sandbox, SandboxProvider, SandboxSpec, TreeFile } from '#runtime/sandbox/sandbox.ts';
import { InfraError } from '#schema/errors.ts';

export interface Member {
  readonly provider: SandboxProvider;
  readonly image: string | null;
  /** Whether commands see no network, no other files of the host and the fixed paths. */
  readonly contained: boolean;
}

export function file(path: string, content: string, mode: TreeFile['mode'] = '100644'): TreeFile {
  return { path, mode, content: Buffer.from(content) };
}

/** The one suite that every sandbox provider passes. */
export function sandboxContract(name: string, member: () => Promise<Member>): void {
  describe(`sandbox contract: ${name}`, { timeout: 60_000 }, () => {
    let of: Member;
    let box: Sandbox;
    const base = [file('README', 'base\n'), file('bin/run', '#!/bin/sh\necho ran\n', '100755')];
    const spec = (): SandboxSpec => ({
      image: of.image,
      base,
      cpus: 1,
      memoryMb: 128,
      pids: 64,
      labels: { run: 'contract', role: 'test' },
    });
    const open = async (): Promise<Sandbox> => {
      const sandbox = await of.provider.open(spec());
      await sandbox.restore(base, sandbox.workspace);
      return sandbox;
    };
    const run = (argv: readonly string[], extra: Partial<ExecOptions> = {}, where = box): Promise<ExecResult> =>
      where.exec(argv, { cwd: where.workspace, env: {}, timeoutMs: 20_000, outputBytes: 65_536, ...extra });
    const sh = (script: string, extra: Partial<ExecOptions> = {}, where = box): Promise<ExecResult> =>
      run(['sh', '-c', script], extra, where);

    beforeAll(async () => {
      of = await member();
      box = await open();
    });
    afterAll(async () => {
      await box[Symbol.asyncDispose]();
    });

    test('output, exit code and streams are told apart', async () => {
      const result = await sh('echo out; echo err >&2; exit 3');
      expect(result).toMatchObject({ exit: 3, timedOut: false, oom: false, stdoutBytes: 4, stderrBytes: 4 });
      expect(String(result.stdout)).toBe('out\n');
      expect(String(result.stderr)).toBe('err\n');
      expect(result.durationMs).toBeGreaterThan(0);
    });

    test('argv reaches the command as it is', async () => {
      const odd = ['', 'a b', "it's", '$HOME', '*', '"', '\\', 'é\n'];
      expect(String((await run(['printf', '[%s]', ...odd])).stdout)).toBe(odd.map((text) => `[${text}]`).join(''));
    });

    test('126, 127 and a signal are what they are in a shell', async () => {
      expect((await run(['no-such-command'])).exit).toBe(127);
      expect((await run(['./README'])).exit).toBe(126);
      expect((await sh('kill -9 $$')).exit).toBe(137);
      expect((await run(['true'], { cwd: `${box.workspace}/absent` })).exit).toBe(126);
    });

    test('stdin is given whole, and is empty when there is none', async () => {
      const stdin = Buffer.alloc(300_000, 'x');
      expect(String((await run(['wc', '-c'], { stdin })).stdout).trim()).toBe('300000');
      expect(String((await run(['wc', '-c'])).stdout).trim()).toBe('0');
    });

    test('stdoutTo writes a file inside and returns nothing', async () => {
      const report = `${box.scratch}/report.txt`;
      const result = await sh('echo told; echo seen >&2', { stdoutTo: report });
      expect(result).toMatchObject({ exit: 0, stdoutBytes: 0 });
      expect(String(result.stderr)).toBe('seen\n');
      expect(String(await box.get(report, 1000))).toBe('told\n');
    });

    test('the environment is what was given, the pins, and nothing of the host', async () => {
      process.env['LOOPSMITH_TEST_MARK'] = 'host';
      const result = await run(['env'], { env: { GIVEN: 'yes' } });
      const names = String(result.stdout).split('\n');
      expect(names).toContain('GIVEN=yes');
      expect(names).toContain('TZ=UTC');
      expect(names).toContain('PYTHONHASHSEED=0');
      expect(names.filter((line) => /^(?:LOOPSMITH|CI|NODE_|npm_|VITEST)/.test(line))).toEqual([]);
      const home = await sh('echo "$HOME" "$TMPDIR"; umask; : >"$HOME/x" && : >"$TMPDIR/x" && ls -a "$HOME"');
      expect(home.exit).toBe(0);
      expect(String(home.stdout)).toContain('0022');
      expect(String((await run(['env'], { env: { TZ: 'Asia/Tokyo' } })).stdout)).toContain('TZ=Asia/Tokyo');
    });

    test('a time-out is a result and kills what the command started, whatever it ignores', async () => {
      const result = await sh('trap "" TERM INT; echo begun; setsid sh -c "trap \\"\\" TERM; sleep 2.5; echo late >late" & sleep 31.5', {
        timeoutMs: 700,
      });
      expect(result).toMatchObject({ exit: null, timedOut: true });
      expect(String(result.stdout)).toBe('begun\n');
      expect(result.durationMs).toBeLessThan(2500);
      await new Promise((resolve) => setTimeout(resolve, 2500));
      expect(await box.get(`${box.workspace}/late`, 100)).toBeNull();
      expect((await run(['true'])).exit).toBe(0);
    });

    test('nothing of a command lives on after its end, and a leftover that holds the output does not hold us', async () => {
      const result = await sh('setsid sh -c "sleep 1.5; echo late >late2" & sleep 33 & echo ended');
      expect(result).toMatchObject({ exit: 0, timedOut: false });
      expect(result.durationMs).toBeLessThan(1400);
      await new Promise((resolve) => setTimeout(resolve, 1800));
      expect(await box.get(`${box.workspace}/late2`, 100)).toBeNull();
    });

    test('a command that takes too much memory is told', async () => {
      const eat = 'dd if=/dev/zero of=/dev/null bs=400M count=1';
      const main = await run(['sh', '-c', `exec ${eat}`]);
      expect(main).toMatchObject({ oom: true, timedOut: false });
      expect(main.exit).not.toBe(0);
      const child = await sh(`${eat}; exit 0`);
      expect(child.oom).toBe(true);
      expect(await run(['true'])).toMatchObject({ exit: 0, oom: false });
    });

    test('a flood of output is counted and cut', async () => {
      const result = await sh('head -c 30000000 /dev/zero; head -c 100 /dev/zero >&2', { outputBytes: 1000 });
      expect(result).toMatchObject({ exit: 0, stdoutBytes: 30_000_000, stderrBytes: 100 });
      expect(result.stdout.length).toBe(1000);
      expect(result.stderr.length).toBe(100);
    });

    test('a fork bomb ends and leaves the sandbox usable', async () => {
      // Of limited depth, so that a provider without any limit fails here and takes no machine with it.
      const result = await sh(
        'bomb() { [ "$1" -gt 8 ] || { bomb $(($1+1)) & bomb $(($1+1)) & wait; }; sleep 3; echo x >>forked; }; bomb 0',
        { timeoutMs: 6000 },
      );
      expect(result.durationMs).toBeLessThan(10_000);
      expect((await box.get(`${box.workspace}/forked`, 10_000))?.length ?? 0).toBeLessThan(2 * 128);
      const after = await sh('echo alive');
      expect(String(after.stdout)).toBe('alive\n');
    });

    test('its own loopback, by name', async () => {
      const { stdout, exit } = await sh('getent ahosts localhost');
      expect(exit).toBe(0);
      expect(String(stdout)).toMatch(/^(?:127\.0\.0\.1|::1)\s/m);
    });

    test('no network', async () => {
      if (!of.contained) return;
      const interfaces = await sh("sed 's/:.*//;1,2d' /proc/net/dev | tr -d ' '");
      expect(String(interfaces.stdout).trim()).toBe('lo');
      const routes = await sh('cat /proc/net/route');
      expect(String(routes.stdout).trim().split('\n').length).toBeLessThanOrEqual(1);
    });

    test('no way to more rights, and no file of the host', async () => {
      if (!of.contained) return;
      expect(String((await sh('id -u; grep -E "^Cap(Eff|Prm)|NoNewPrivs" /proc/self/status | tr -d "\\t"; hostname')).stdout)).toBe(
        '1000\nCapPrm:0000000000000000\nCapEff:0000000000000000\nNoNewPrivs:1\nsandbox\n',
      );
      expect((await sh(`ls ${process.cwd()}`)).exit).not.toBe(0);
      expect((await sh('mount -t tmpfs x /tmp')).exit).not.toBe(0);
      expect((await sh('echo x >/usr/bin/planted')).exit).not.toBe(0);
    });

    test('what is put comes back: content, modes, links, odd names', async () => {
      await using sandbox = await open();
      const tree = [
        file('a file', 'x'),
        file('deep/er/tool', '#!/bin/sh\necho tool\n', '100755'),
        file('deep/link', 'er/tool', '120000'),
        file(`long/${'d'.repeat(90)}/${'f'.repeat(120)}`, ''),
        file('naïve-ü', '\0\x01binary'),
      ];
      await sandbox.put(tree, sandbox.workspace);
      const all = await sandbox.snapshot(sandbox.workspace, []);
      expect(all.map((entry) => entry.path)).toEqual([...tree, ...base].map((entry) => entry.path).sort());
      for (const entry of tree) expect(all).toContainEqual(entry);
      expect(String((await run(['deep/link'], {}, sandbox)).stdout)).toBe('tool\n');
      expect((await sh('echo more >>deep/er/tool && mv deep/er deep/new && mkdir deep/er && : >long/new', {}, sandbox)).exit).toBe(0);
      await sandbox.put(tree, sandbox.workspace);
      expect(await sandbox.snapshot(sandbox.workspace, [])).toContainEqual(tree[1]);
    });

    test('remove, skip and restore', async () => {
      await using sandbox = await open();
      await sandbox.put(
        [file('keep/x', '1'), file('gone/y', '2'), file('node_modules/z/w', '3'), file('pkg/node_modules/q', '4')],
        sandbox.workspace,
      );
      await sandbox.remove(['gone', 'never-there', 'keep/none'], sandbox.workspace);
      const paths = async (skip: readonly string[]) => (await sandbox.snapshot(sandbox.workspace, skip)).map((entry) => entry.path);
      expect(await paths([])).toEqual(['README', 'bin/run', 'keep/x', 'node_modules/z/w', 'pkg/node_modules/q']);
      expect(await paths(['node_modules'])).toEqual(['README', 'bin/run', 'keep/x']);
      await sandbox.restore([file('only', 'this')], sandbox.workspace);
      expect(await sandbox.snapshot(sandbox.workspace, [])).toEqual([file('only', 'this')]);
    });

    test('get: absent, a directory, a link and a fifo are null; too large is refused', async () => {
      expect((await sh('mkdir -p d; ln -sf README l; mkfifo f; head -c 2000 /dev/zero >big')).exit).toBe(0);
      for (const path of ['absent', 'd', 'l', 'f', 'README/x']) expect(await box.get(`${box.workspace}/${path}`, 100)).toBeNull();
      await expect(box.get(`${box.workspace}/big`, 1999)).rejects.toThrow(InfraError);
      expect((await box.get(`${box.workspace}/big`, 2000))?.length).toBe(2000);
    });

    test('links in the way are replaced, not followed', async () => {
      await using sandbox = await open();
      await sandbox.put([file('victim', 'safe')], sandbox.scratch);
      expect((await sh(`ln -s ${sandbox.scratch} src && ln -s ${sandbox.scratch}/victim out`, {}, sandbox)).exit).toBe(0);
      await sandbox.remove(['src/victim'], sandbox.workspace);
      await sandbox.put([file('src/victim', 'new'), file('out', 'new')], sandbox.workspace);
      expect(String(await sandbox.get(`${sandbox.scratch}/victim`, 100))).toBe('safe');
      expect(String(await sandbox.get(`${sandbox.workspace}/src/victim`, 100))).toBe('new');
    });

    test('a snapshot holds files and inner links; fifos and links out of the tree are left out', async () => {
      await using sandbox = await open();
      await sh('mkfifo pipe; ln -s README in; ln -s ../scratch out; ln -s /etc/passwd abs; ln README hard; ln -s . self', {}, sandbox);
      expect((await sandbox.snapshot(sandbox.workspace, [])).map((entry) => `${entry.path} ${entry.mode}`)).toEqual([
        'README 100644',
        'bin/run 100755',
        'hard 100644',
        'in 120000',
        'self 120000',
      ]);
    });

    test('a root that is a link or absent is refused, never an empty tree', async () => {
      await sh(`rm -rf ${box.scratch}/real ${box.scratch}/root; mkdir ${box.scratch}/real; ln -s real ${box.scratch}/root`);
      await expect(box.snapshot(`${box.scratch}/root`, [])).rejects.toThrow(/refused/);
      await expect(box.snapshot(`${box.scratch}/absent`, [])).rejects.toThrow(/refused/);
      expect(await box.snapshot(`${box.scratch}/real`, [])).toEqual([]);
    });

    test('a snapshot works while a command runs', async () => {
      await using sandbox = await open();
      const running = sh('i=0; while [ $i -lt 40 ]; do echo $i >n.tmp; mv n.tmp n; i=$((i+1)); sleep 0.03; done', {}, sandbox);
      await new Promise((resolve) => setTimeout(resolve, 300));
      const tree = await sandbox.snapshot(sandbox.workspace, []);
      expect(tree.map((entry) => entry.path)).toContain('README');
      expect((await running).exit).toBe(0);
    });

    test('two sandboxes share nothing, and disposing leaves nothing', async () => {
      const one = await open();
      const two = await open();
      await one.put([file('mine', '1')], one.workspace);
      await sh('echo x >"$TMPDIR/shared"; echo x >"$HOME/shared"', {}, one);
      expect(await two.get(`${two.workspace}/mine`, 10)).toBeNull();
      expect(String((await sh('ls "$TMPDIR" "$HOME"', {}, two)).stdout)).not.toContain('shared');
      await one[Symbol.asyncDispose]();
      await one[Symbol.asyncDispose]();
      await expect(
        sh('true', {}, one).then((result) => (result.exit === 0 ? result : Promise.reject(new InfraError('gone')))),
      ).rejects.toThrow(InfraError);
      await two[Symbol.asyncDispose]();
    });
  });
}
