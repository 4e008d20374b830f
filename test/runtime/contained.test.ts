import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { type ContainedRequest, runContained } from '#io/contained.ts';
import { makeControlGroup } from '#io/control-group.ts';

function request(script: string, extra: Partial<ContainedRequest> = {}): ContainedRequest {
  return {
    argv: ['/bin/sh', '-c', script],
    cwd: tmpdir(),
    env: { PATH: '/usr/bin:/bin', HOME: `/nonexistent/${script.length}-${process.pid}` },
    stdin: null,
    timeoutMs: 10_000,
    memoryMb: 100,
    pids: 20,
    mark: `HOME=/nonexistent/${script.length}-${process.pid}`,
    onOutput: () => {},
    ...extra,
  };
}
const watched = (of: ContainedRequest) => runContained(of, () => null);

describe('without a control group, the family is watched', () => {
  test('too much memory', async () => {
    expect(await watched(request('dd if=/dev/zero of=/dev/null bs=300M count=500'))).toEqual({ exit: null, timedOut: false, oom: true });
  });
  test('too many processes', async () => {
    const started = performance.now();
    expect(
      await watched(request('for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25; do sleep 8 & done; wait')),
    ).toEqual({ exit: null, timedOut: false, oom: false });
    expect(performance.now() - started).toBeLessThan(5000);
  });
  test('those that left the group and the tree are found by the mark', async () => {
    const seconds = `47.${process.pid}`;
    expect((await watched(request(`setsid sh -c 'sleep ${seconds} & sleep ${seconds}' & sleep 0.2; exit 4`))).exit).toBe(4);
    const { execFileSync } = await import('node:child_process');
    expect(execFileSync('ps', ['-eo', 'args']).toString()).not.toContain(`sleep ${seconds}`);
  });
  test('a command that stays in its limits is left alone', async () => {
    expect(await watched(request('sleep 0.3; exit 5'))).toEqual({ exit: 5, timedOut: false, oom: false });
  });
});

const groups = makeControlGroup({ memoryMb: 64, pids: 16 });
if (groups === null) console.warn('SKIPPED: limits by control groups: this process may make none');
describe.skipIf(groups === null)('with a control group, the kernel limits', () => {
  test('processes: a fork beyond the limit fails, the command goes on', async () => {
    let said = '';
    const end = await runContained(
      request('for i in $(seq 30); do sleep 5 & done 2>/dev/null; echo on; exit 6', {
        pids: 10,
        onOutput: (_stream, chunk) => (said += chunk),
      }),
    );
    expect(end.timedOut).toBe(false);
    expect(end.exit).not.toBeNull();
    expect(said.length).toBeLessThan(200);
  });
  test('memory: the kill is told, and only then is the exit unknown', async () => {
    expect(await runContained(request('exec dd if=/dev/zero of=/dev/null bs=300M count=1'))).toEqual({
      exit: null,
      timedOut: false,
      oom: true,
    });
    expect(await runContained(request('dd if=/dev/zero of=/dev/null bs=300M count=1; exit 7'))).toEqual({
      exit: 7,
      timedOut: false,
      oom: true,
    });
  });
  test('no group is left behind', async () => {
    await groups?.remove();
    await runContained(request('setsid sleep 30 & exit 0'));
    const { readdirSync } = await import('node:fs');
    const left = readdirSync('/sys/fs/cgroup', { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.includes(`loopsmith-${process.pid}-`),
    );
    expect(left).toEqual([]);
  });
});

test('a command that cannot be started is an InfraError', async () => {
  await expect(watched(request('', { argv: ['/no/such/program'] }))).rejects.toThrow(/could not start/);
});
