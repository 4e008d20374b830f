/**
 * Starts a program of this project: `node scripts/start.mjs stages/main.ts <arguments>`. Node 20 runs no TypeScript, and turning some
 * three hundred modules one by one costs more than most commands do. So a program is bundled once for each state of its sources,
 * under a digest of them all, and started from there; where nothing can be written, module by module.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const ROOMS = ['schema', 'languages', 'io', 'pipeline', 'runtime', 'stages'];
const CACHE = join(ROOT, 'node_modules', '.cache', 'loopsmith');
const KEPT_MS = 7 * 86_400_000;

function digestOfSources() {
  const hash = createHash('sha256').update(process.version);
  const rooms = ROOMS.flatMap((room) => readdirSync(join(ROOT, room), { recursive: true }).map((file) => join(room, String(file))));
  for (const file of ['package.json', 'pnpm-lock.yaml', 'scripts/start.mjs', ...rooms.filter((file) => file.endsWith('.ts')).sort()]) {
    hash.update(`${file}\0`).update(readFileSync(join(ROOT, file))).update('\0');
  }
  return hash.digest('hex').slice(0, 32);
}

/** Files know where they lie by `import.meta.url`: in the bundle they still say where they lay. */
const asTheyLay = {
  name: 'as they lay',
  setup(build) {
    build.onResolve({ filter: /^#/ }, ({ path }) => ({ path: join(ROOT, path.slice(1)) }));
    // Some hundred modules of which few are used; every other package is loaded as it is installed.
    build.onResolve({ filter: /^zod$/ }, ({ path }) => ({ path: fileURLToPath(import.meta.resolve(path)) }));
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
      loader: 'ts',
    }));
  },
};

/** Bundles into a folder of its own and moves it into place: a start that is cut off or fails leaves no half bundle. */
async function bundle(folder) {
  const { build } = await import('esbuild');
  const made = `${folder}.${process.pid}`;
  try {
    mkdirSync(made, { recursive: true });
    await build({
      absWorkingDir: ROOT,
      entryPoints: ['stages/main.ts', 'runtime/main.ts'],
      outdir: made,
      outbase: ROOT,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      splitting: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      packages: 'external',
      sourcemap: true,
      sourcesContent: false,
      logLevel: 'silent',
      plugins: [asTheyLay],
    });
    renameSync(made, folder);
  } catch (error) {
    // Another start was first.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

/** Of sources that are no more. Not at once: a program that is still at work may not have loaded all of its own. */
function removeOld(current) {
  for (const name of readdirSync(CACHE)) {
    const folder = join(CACHE, name);
    if (folder !== current && Date.now() - statSync(folder).mtimeMs > KEPT_MS) rmSync(folder, { recursive: true, force: true });
  }
}

async function placeOf(entry) {
  const folder = join(CACHE, digestOfSources());
  const bundled = join(folder, entry.replace(/\.ts$/, '.mjs'));
  if (existsSync(bundled)) return bundled;
  try {
    await bundle(folder);
    removeOld(folder);
    return bundled;
  } catch (error) {
    if (!['EACCES', 'EROFS', 'EPERM', 'ENOSPC', 'EDQUOT', 'ENOTDIR'].includes(error.code)) throw error;
    const { register } = await import('tsx/esm/api');
    register();
    return join(ROOT, entry);
  }
}

const [entry, ...rest] = process.argv.slice(2);
process.argv = [process.argv[0], join(ROOT, entry), ...rest];
process.setSourceMapsEnabled(true);
await import(pathToFileURL(await placeOf(entry)).href);
