import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { poolLine } from '#stages/index.ts';
import { program } from '#stages/commands/program.ts';
import type { Shell } from '#stages/commands/shell.ts';
import { STAGE_NAMES } from '#stages/commands/stage.ts';

const root = join(import.meta.dirname, '../..');
let scratch = '';
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'command line '));
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}
async function pnpm(args: readonly string[], onErr?: (text: string, kill: (signal: NodeJS.Signals) => void) => void): Promise<Ended> {
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs'), 'stages/main.ts', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
    onErr?.(err, (signal) => child.kill(signal));
  });
  const [code] = await once(child, 'close');
  return { code: code as number | null, out, err };
}

/** A pool over the bundled scripted repositories, with everything it makes in a folder of its own. */
function pool(name: string, more = ''): string {
  const folder = join(scratch, name);
  mkdirSync(folder);
  const file = join(folder, 'pool.yaml');
  writeFileSync(
    file,
    `name: toys\nsources: [${JSON.stringify(join(root, 'examples/sources/*.yaml'))}]\ndenylists: ${JSON.stringify(join(root, 'denylists'))}\n${more}`,
  );
  return file;
}

const SHELL: Shell = {
  out: () => {},
  terminal: { write: () => {}, now: () => 0, columns: 80, every: () => () => {} },
  interactive: false,
  signal: new AbortController().signal,
  exit: () => {},
};

describe('the commands', () => {
  it('are those of the line, in its order', () => {
    expect(STAGE_NAMES).toEqual(poolLine.links.map((link) => link.name));
  });

  it('each show examples that name them, and --json', () => {
    const commands = program(SHELL).commands;
    expect(commands.map((command) => command.name())).toContain('pool:build');
    for (const command of commands) {
      let help = '';
      command.configureOutput({ writeOut: (text) => (help += text) });
      command.outputHelp();
      expect(help).toContain(`Examples:\n  $ pnpm ${command.name()}`);
      expect(help).toContain('--json');
    }
  });

  it('help loads no stage', async () => {
    const start = performance.now();
    const { code, out, err } = await pnpm(['--help']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('dag:why');
    expect(performance.now() - start).toBeLessThan(10_000);
  }, 20_000);
});

describe('what a user can mend', () => {
  it.each([
    [['pool:buld'], "unknown command 'pool:buld'", 'Did you mean pool:build?'],
    [['pool:build', '--frozn'], "unknown option '--frozn'", 'Did you mean --frozen?'],
    [['pool:build', '--concurrency', 'many'], "option '--concurrency <n>' argument 'many' is invalid", 'Give a whole number from 1.'],
    [['pool:build', '--events', 'loud'], "argument 'loud' is invalid", 'Allowed choices are live, plain, ndjson.'],
    [['dag:why', 'task'], "missing required argument 'u'", ''],
    [['pool:status', '--pool', '/nowhere/pool.yaml'], '/nowhere/pool.yaml: there is no such file.', 'with --pool.'],
  ])(
    '%j exits 2 with one message',
    async (args, what, fix) => {
      const { code, out, err } = await pnpm(args);
      expect(code).toBe(2);
      expect(out).toBe('');
      expect(err).toContain(what);
      expect(err).toContain(fix);
      expect(err).not.toMatch(/^\s+at /m);
    },
    20_000,
  );

  it('a fault in pool.yaml or a source: file, line, column, and the stack of nothing', async () => {
    const bad = await pnpm(['pool:status', '--pool', pool('bad', 'sandbx: local\n')]);
    expect(bad.code).toBe(2);
    expect(bad.err).toMatch(/pool\.yaml:4:1 sandbx: unknown key "sandbx"\. Did you mean "sandbox"\?\n$/);
    const folder = join(scratch, 'bad-source');
    mkdirSync(join(folder, 'sources'), { recursive: true });
    writeFileSync(join(folder, 'pool.yaml'), 'name: x\nsources: [sources]\n');
    writeFileSync(
      join(folder, 'sources/a--b.yaml'),
      'kind: pr\nrepository: x\nlicence: MIT\ndomain: d\nlanguages: [python]\nrange: {from: 1.10, to: y}\n',
    );
    const source = await pnpm(['pool:status', '--pool', folder]);
    expect(source.code).toBe(2);
    expect(source.out).toContain(
      'sources/a--b.yaml:6:15 range.from: 1.10 is a number here, and a string is expected. Write it in quotes: "1.10".',
    );
  }, 20_000);

  it('an --only that matches nothing', async () => {
    const { code, err } = await pnpm(['stage:collect', '--pool', pool('only'), '--only', 'examples--ledgre']);
    expect(code).toBe(2);
    expect(err).toContain('--only: examples--ledgre matches no source and no task. Did you mean examples--ledger?');
  }, 60_000);
});

describe('a stage command', () => {
  it('prints results on stdout only, and the second time everything is fresh', async () => {
    const file = pool('twice');
    const first = await pnpm(['stage:collect', '--pool', file, '--json', '--events', 'ndjson']);
    expect(first.code).toBe(0);
    const rows = JSON.parse(first.out) as { key: string; freshness: { status: string } }[];
    expect(rows.map((row) => [row.key, row.freshness.status])).toEqual([
      ['examples--ledger', 'missing'],
      ['examples--shelf', 'missing'],
    ]);
    const events = first.err
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string });
    expect(events.at(0)?.type).toBe('run-started');
    expect(events.at(-1)?.type).toBe('run-ended');
    const status = await pnpm(['pool:status', '--pool', file]);
    expect(status.out).toMatch(/^collect +examples--ledger +fresh +kept$/m);
    expect(status.err).toBe('');
    expect((await pnpm(['pool:build', '--frozen', '--pool', file])).code).toBe(1);
  }, 120_000);

  it('is interrupted cleanly: exit 130, nothing left over, and the next run goes on', async () => {
    const file = pool('interrupted', 'concurrency: 1\n');
    let sent = false;
    const first = await pnpm(['stage:collect', '--pool', file, '--events', 'ndjson'], (err, kill) => {
      if (!sent && err.includes('"started"')) kill('SIGINT');
      sent ||= err.includes('"started"');
    });
    expect(first.code).toBe(130);
    expect(first.err).toContain('"interrupted"');
    const store = join(file, '../.pool');
    expect(readdirSync(join(store, 'locks'))).toEqual([]);
    expect(existsSync(join(store, 'tmp')) ? readdirSync(join(store, 'tmp')) : []).toEqual([]);
    expect((await pnpm(['stage:collect', '--pool', file])).code).toBe(0);
  }, 120_000);
});
