import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { GRAMMARS } from '#languages/grammars.ts';
import { UserError } from '#schema/errors.ts';
import { byCodeUnit } from '#schema/primitives.ts';

const require = createRequire(import.meta.url);
const ROOT = fileURLToPath(new URL('../languages', import.meta.url));

/** Version in the `package.json` of an installed package, found from its entry file upwards. */
function packageVersion(name: string): string {
  for (let folder = path.dirname(require.resolve(name)); ; folder = path.dirname(folder)) {
    const manifest = path.join(folder, 'package.json');
    const found = readManifest(manifest);
    if (found?.name === name) return found.version;
    if (folder === path.dirname(folder)) throw new Error(`no package.json of ${name} above ${require.resolve(name)}`);
  }
}

function readManifest(file: string): { name: string; version: string } | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as { name: string; version: string };
  } catch {
    return null;
  }
}

/** First 16 hex digits of the SHA-256 of a grammar's .wasm. */
function wasmDigest(specifier: string): string {
  return createHash('sha256')
    .update(readFileSync(require.resolve(specifier)))
    .digest('hex')
    .slice(0, 16);
}

/** Rules that hold for every language. */
const SHARED_FILES: readonly string[] = ['language.ts', 'roles.ts'];
const RELATIVE_IMPORT = /(?:from|import\() ?'(\.[^']+)'/g;

/**
 * One digest over what these languages rest on: their files, and all that these import. Stages that run tests or build images say it:
 * another language that is added, or mended, changes nothing for them. Throws UserError on an unknown id.
 */
export function languagesDigest(ids: readonly string[]): string {
  const files = new Set(SHARED_FILES);
  for (const id of ids) {
    const own = Object.entries(GRAMMARS).find(([known]) => known === id)?.[1];
    if (own === undefined)
      throw new UserError('languages', `no language is called "${id}"`, `Known are ${Object.keys(GRAMMARS).join(', ')}.`);
    files.add(own.file);
  }
  // A set grows while it is walked.
  for (const file of files)
    for (const [, to = ''] of read(file).matchAll(RELATIVE_IMPORT)) files.add(path.posix.join(path.posix.dirname(file), to));
  return digestOf([...files]);
}

/**
 * Everything that can change what a parse yields, as readable data for fingerprints: the runtime's version, each language's grammar
 * (digest of its .wasm), and one digest of our queries and folds.
 */
export function grammarVersions(): Readonly<Record<string, string>> {
  const entries = Object.entries(GRAMMARS).map(([id, { wasm }]): [string, string] => [`grammar.${id}`, wasmDigest(wasm)]);
  const all = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const ours = digestOf(all.map((file) => file.replaceAll(path.sep, '/')));
  entries.push(['web-tree-sitter', packageVersion('web-tree-sitter')], ['languages', ours]);
  return Object.fromEntries(entries.sort(([a], [b]) => byCodeUnit(a, b)));
}

function read(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

function digestOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of [...files].sort(byCodeUnit)) hash.update(`${file}\0`).update(read(file)).update('\0');
  return hash.digest('hex').slice(0, 16);
}
