import { basename, dirname } from 'node:path/posix';
import { pick, pickSource, sources } from './choosing.ts';
import type { Desk, Edit } from './edits.ts';
import { edited } from './line-edits.ts';
import type { Entry, Tree } from './model.ts';

const ODD = [
  'sp ace',
  'qu"ote',
  'new\nline',
  'ünï',
  '-dash',
  ':(glob)*',
  'back\\slash',
  'tab\there',
  '日本',
  "it's",
  'a[b]c',
  'Apple',
  '#hash',
];

type FreeEdit = (desk: Desk, edit: Edit) => void;

/** Edits that need no file to work on. */
export const FREE_EDITS = {
  new: ({ files, serial }, { other, size }) =>
    put(files, `${pick(['pkg', 'pkg/sub', `pkg/new${serial % 3}`], other)}/fresh${serial}.py`, plain(fresh(serial, size + 2))),
  empty: ({ files, serial }, { file, at }) => {
    const path = pickSource(files, file);
    const entry = path === undefined ? undefined : files.get(path);
    if (at % 2 === 0) put(files, `pkg/empty${serial}.py`, plain(''));
    else if (path !== undefined && entry !== undefined) files.set(path, { ...entry, text: '' });
  },
  'odd-name': ({ files, serial }, { at }) => put(files, `pkg/${pick(ODD, at)}${serial}.py`, plain(fresh(serial, 2))),
  link: ({ files }, { other, at }) => {
    const path = pick(['pkg/link', 'pkg/sub/link'], other) ?? '';
    if (files.has(path) || isFree(files, path)) files.set(path, { mode: '120000', text: pick(['apple.py', 'berry.py', '../x'], at) ?? '' });
  },
  binary: ({ files, serial }, { other, size }) => {
    const path = pick(['pkg/data.bin', 'pkg/raw.py'], other) ?? '';
    if (files.has(path) || isFree(files, path)) files.set(path, plain(`\0${'\u0003'.repeat(size)}${serial}`));
  },
  recreate: ({ files, gone, serial }, { file, at }) => {
    const path = pick([...gone.keys()].sort(), file);
    const was = path === undefined ? undefined : gone.get(path);
    if (path !== undefined && was !== undefined) put(files, path, at % 2 === 0 ? was : { ...was, text: fresh(serial, 3) });
  },
} as const satisfies Readonly<Record<string, FreeEdit>>;

type FileEdit = (desk: Desk, edit: Edit, path: string, entry: Entry) => void;

/** Edits of one file as a whole. */
export const FILE_EDITS = {
  delete: (desk, _edit, path) => {
    if (sources(desk.files).length > 3) drop(desk, path);
  },
  rename: (desk, edit, path, entry) => move(desk, path, elsewhere(desk, edit, path), entry),
  'rename-and-edit': (desk, edit, path, entry) =>
    move(desk, path, elsewhere(desk, edit, path), { ...entry, text: edited(entry.text, { ...edit, serial: desk.serial }) }),
  'move-folder': (desk, _edit, path) => {
    const from = `${dirname(path)}/`;
    if (from === 'pkg/') return;
    const moved = [...desk.files].filter(([each]) => each.startsWith(from));
    for (const [each] of moved) drop(desk, each);
    for (const [each, what] of moved) put(desk.files, `pkg/folder${desk.serial % 5}/${each.slice(from.length)}`, what);
  },
  copy: (desk, edit, path, entry) => {
    const text = edit.at % 2 === 0 ? entry.text : edited(entry.text, { ...edit, serial: desk.serial });
    put(desk.files, elsewhere(desk, edit, path), { ...entry, text });
  },
  'copy-and-delete': (desk, edit, path, entry) => {
    const { serial } = desk;
    drop(desk, path);
    put(desk.files, elsewhere(desk, edit, path), { ...entry, text: edited(entry.text, { ...edit, serial }) });
    put(desk.files, `pkg/twin${serial}.py`, { ...entry, text: edited(entry.text, { ...edit, at: edit.at + 3, serial }) });
  },
  swap: ({ files }, { file, other }, path, entry) => {
    const second = pick(sources(files), file + 1 + other);
    const entrySecond = second === undefined ? undefined : files.get(second);
    if (second === undefined || entrySecond === undefined) return;
    files.set(path, entrySecond);
    files.set(second, entry);
  },
  mode: ({ files }, _edit, path, entry) => void files.set(path, { ...entry, mode: entry.mode === '100644' ? '100755' : '100644' }),
  'to-link': ({ files }, _edit, path) => void files.set(path, { mode: '120000', text: 'elsewhere.py' }),
  'to-binary': ({ files }, _edit, path, entry) => void files.set(path, { ...entry, text: `${entry.text}\0` }),
  'file-to-folder': (desk, _edit, path, entry) => {
    drop(desk, path);
    desk.files.set(`${path}/inside.py`, entry);
  },
} as const satisfies Readonly<Record<string, FileEdit>>;

export function fresh(serial: number, count: number): string {
  return Array.from({ length: count }, (_, index) => `def fresh${serial}_${index}(a):\n    return a - ${serial} * ${index}\n`).join('\n\n');
}

function plain(text: string): Entry {
  return { mode: '100644', text };
}

function elsewhere({ serial }: Desk, { other }: Edit, path: string): string {
  return `${pick([dirname(path), 'pkg', `pkg/moved${serial % 4}`], other)}/r${serial % 10}${basename(path).slice(-40)}`;
}

function drop({ files, gone }: Desk, path: string): void {
  const was = files.get(path);
  if (was !== undefined) gone.set(path, was);
  files.delete(path);
}

function put(files: Map<string, Entry>, path: string, entry: Entry): void {
  if (isFree(files, path)) files.set(path, entry);
}

function move(desk: Desk, from: string, to: string, entry: Entry): void {
  if (!isFree(desk.files, to)) return;
  drop(desk, from);
  desk.files.set(to, entry);
}

/** Neither a file nor a folder stands there, and no part of the way is a file. */
function isFree(files: Tree, path: string): boolean {
  const parts = path.split('/');
  const below = [...files.keys()].some((each) => each.startsWith(`${path}/`));
  return !files.has(path) && !below && parts.every((_, depth) => depth === 0 || !files.has(parts.slice(0, depth).join('/')));
}
