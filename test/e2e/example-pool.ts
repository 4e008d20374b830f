import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Manifest } from '#schema/manifest.ts';
import { makeExample } from '../../examples/make-repository.ts';

export interface Surroundings {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}
export interface Ended {
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts `stages/main.ts` or `runtime/main.ts` with argv as the scripts of package.json do, in a process group of its own. */
export function start(
  main: 'stages' | 'runtime',
  argv: readonly string[],
  { cwd, env }: Surroundings = {},
): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
  const { NODE_OPTIONS: _, VITEST: __, ...inherited } = process.env;
  const child = spawn(process.execPath, [resolve('scripts/start.mjs'), `${main}/main.ts`, ...argv], {
    cwd: cwd ?? process.cwd(),
    env: { ...inherited, CI: 'true', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = new Promise<Ended>((done, failed) => {
    child.once('error', failed);
    child.once('close', (exit) => done({ exit, stdout, stderr }));
  });
  return { child, ended };
}

/** Runs to the end; fails with the program's own words unless the exit code is the expected one. */
export async function run(main: 'stages' | 'runtime', argv: readonly string[], around: Surroundings = {}, exit = 0): Promise<Ended> {
  const result = await start(main, argv, around).ended;
  if (result.exit !== exit) throw new Error(`${argv.join(' ')} ended with ${result.exit}, not ${exit}\n${result.stdout}\n${result.stderr}`);
  return result;
}

/** SIGKILL to the program and all it started. */
export function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It ended by itself: nothing is left to kill.
  }
}

/**
 * A pool of the scripted repository `ledger` in a folder of its own, with store and clones there. The local sandbox needs nothing but
 * Node for it, so the whole line runs on any machine. With `upTo` its range ends at that landing: a smaller task, for what is built
 * many times.
 */
export async function writePool(folder: string, { upTo }: { readonly upTo?: string } = {}): Promise<string> {
  mkdirSync(join(folder, 'sources'), { recursive: true });
  const source = readFileSync('examples/sources/examples--ledger.yaml', 'utf8');
  writeFileSync(
    join(folder, 'sources', 'examples--ledger.yaml'),
    upTo === undefined ? source : source.replace(/^( *to: ).*$/m, `$1${await landing(upTo)}`),
  );
  cpSync('denylists', join(folder, 'denylists'), { recursive: true });
  const limits = upTo === undefined ? [] : ['thresholds: { spanDaysMin: 30, scaleMin: 300 }'];
  const lines = [
    'name: examples',
    'sources: [sources/*.yaml]',
    'out: out',
    'cacheDir: .pool',
    'denylists: denylists',
    'sandbox: local',
    'repetitions: 1',
    ...limits,
  ];
  const file = join(folder, 'pool.yaml');
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

async function landing(name: string): Promise<string> {
  const place = mkdtempSync(join(tmpdir(), 'landing-'));
  try {
    const id = (await makeExample('ledger', join(place, 'ledger.git'))).get(name);
    if (id === undefined) throw new Error(`ledger has no landing ${name}`);
    return id;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** A pool's manifest as it lies on disk. */
export function readManifest(out: string): Omit<Manifest, 'observed'> {
  return Manifest.omit({ observed: true }).parse(JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8')));
}

/** Digest of each file of a built pool, by path, but for what the machine saw: what two builds must have in common to the byte. */
export function digests(folder: string): Readonly<Record<string, string>> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => !entry.isDirectory() && entry.name !== 'observed.json',
  );
  const found = entries.map((entry) => {
    const path = join(entry.parentPath, entry.name);
    const content = entry.isSymbolicLink() ? readlinkSync(path) : readFileSync(path);
    return [path.slice(folder.length + 1), createHash('sha256').update(content).digest('hex')] as const;
  });
  return Object.fromEntries(found.sort(([a], [b]) => (a < b ? -1 : 1)));
}
