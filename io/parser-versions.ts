import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { byCodeUnit } from '#schema/primitives.ts';

const require = createRequire(import.meta.url);

/** Version in the `package.json` of an installed package, found from its entry file upwards. */
export function packageVersion(name: string): string {
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
export function wasmDigest(specifier: string): string {
  return createHash('sha256')
    .update(readFileSync(require.resolve(specifier)))
    .digest('hex')
    .slice(0, 16);
}

/** One digest over the files of `languages/`: a query or a fold that changes gives other symbols. */
export function digestOfLanguages(): string {
  const root = fileURLToPath(new URL('../languages', import.meta.url));
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const hash = createHash('sha256');
  for (const file of files.map((one) => one.replaceAll(path.sep, '/')).sort(byCodeUnit)) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(root, file)))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}
