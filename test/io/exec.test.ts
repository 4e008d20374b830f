import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { environmentVariable, pickEnvironment, toolDirectories } from '#io/environment.ts';
import { findTool, run, spawnStream } from '#io/exec.ts';
import { testDirectory } from '#test/kit/git.ts';

const directory = testDirectory('exec');
afterAll(() => directory.remove());
const limits = { env: { PATH: '/usr/bin:/bin' }, timeoutMs: 20_000, maxBytes: 1_000_000 };
const sh = (script: string, options: Partial<typeof limits & { stdin: string; cwd: string; signal: AbortSignal }> = {}) =>
  run(['/bin/sh', '-c', script], { ...limits, ...options });
const running = (pid: number) => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

describe('run', () => {
  it('gives bytes, exit and input through, in the directory asked for', async () => {
    const result = await sh('cat; pwd; echo err >&2; printf "\\377"; exit 7', { stdin: 'in\n', cwd: '/usr' });
    expect(result).toEqual({
      stdout: Buffer.from('in\n/usr\n\xff', 'latin1'),
      stderr: Buffer.from('err\n'),
      exit: 7,
      timedOut: false,
      truncated: false,
    });
  });
  it('inherits no variable', async () => {
    process.env['LOOPSMITH_TEST_SECRET'] = 'secret';
    const result = await run(['/usr/bin/env'], { ...limits, env: { ONLY: 'this' } });
    delete process.env['LOOPSMITH_TEST_SECRET'];
    expect(result.stdout.toString()).toBe('ONLY=this\n');
  });
  it('takes argv to the letter: no shell', async () => {
    const argv = ['$HOME', '; echo x', '`id`', '*', 'a b', '"'];
    expect((await run(['/usr/bin/printf', '%s\\n', ...argv], limits)).stdout.toString()).toBe(`${argv.join('\n')}\n`);
  });
  it('kills the whole group at the time-out', async () => {
    const result = await sh('sleep 300 & echo $!; wait', { timeoutMs: 300 });
    expect(result).toMatchObject({ timedOut: true, exit: 137 });
    expect(running(Number(result.stdout))).toBe(false);
  });
  it('does not wait for a background child, and ends it', async () => {
    const started = Date.now();
    const result = await sh('sleep 300 & echo $!');
    expect(result).toMatchObject({ exit: 0, timedOut: false });
    // Killed is told at once; gone is a moment later.
    await vi.waitFor(() => expect(running(Number(result.stdout))).toBe(false), { timeout: 2000 });
    expect(Date.now() - started).toBeLessThan(5000);
  });
  it('does not hang on a child that left the group and holds the pipe', async () => {
    const started = Date.now();
    const result = await sh('setsid sleep 20 & sleep 0.3; echo done');
    expect(result.stdout.toString()).toBe('done\n');
    expect(Date.now() - started).toBeLessThan(8000);
  });
  it('keeps no more than maxBytes and says so', async () => {
    const result = await sh('yes | head -c 3000000; echo end >&2', { maxBytes: 1000 });
    expect([result.stdout.length, result.truncated, result.exit, result.stderr.toString()]).toEqual([1000, true, 0, 'end\n']);
  });
  it('stops when told to, also before it began', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 100);
    expect((await sh('sleep 300', { signal: controller.signal })).exit).toBe(137);
    expect((await sh('sleep 300', { signal: AbortSignal.abort() })).exit).toBe(137);
  });
  it('survives a child that reads no input', async () => {
    expect((await sh('exit 3', { stdin: 'x'.repeat(5_000_000) })).exit).toBe(3);
  });
  it('cannot start what is not there', async () => {
    await expect(run(['/nowhere/tool'], limits)).rejects.toMatchObject({ name: 'InfraError', retryable: false });
  });
});

describe('spawnStream', () => {
  it('talks, and ends with its group when disposed of', async () => {
    let pid = 0;
    {
      await using child = spawnStream(['/bin/sh', '-c', 'sleep 300 & echo $!; cat'], limits);
      for await (const chunk of child.stdout) {
        pid = Number(chunk);
        break;
      }
      expect(running(pid)).toBe(true);
    }
    expect(running(pid)).toBe(false);
  });
  it('keeps the tail of stderr', async () => {
    await using child = spawnStream(['/bin/sh', '-c', 'yes line | head -n 100000 >&2; echo last >&2; exit 4'], limits);
    child.stdout.resume();
    expect(await child.ended).toBe(4);
    expect(child.stderrTail().length).toBeLessThanOrEqual(65_536);
    expect(child.stderrTail().endsWith('last\n')).toBe(true);
  });
});

describe('the environment and tools', () => {
  it('finds tools on PATH only, as absolute paths', () => {
    expect(findTool('sh')).toBe(execFileSync('/bin/sh', ['-c', 'command -v sh'], { encoding: 'utf8' }).trim());
    expect(findTool('no-such-tool-here')).toBeNull();
    const path = process.env['PATH'];
    process.env['PATH'] = `.::relative:${directory.path}`;
    expect([toolDirectories(), findTool('sh')]).toEqual([[directory.path], null]);
    process.env['PATH'] = path;
  });
  it('picks what is set', () => {
    process.env['LOOPSMITH_TEST_A'] = 'a';
    expect(pickEnvironment(['LOOPSMITH_TEST_A', 'LOOPSMITH_TEST_B'])).toEqual({ LOOPSMITH_TEST_A: 'a' });
    expect(environmentVariable('LOOPSMITH_TEST_B')).toBeNull();
    delete process.env['LOOPSMITH_TEST_A'];
  });
});
