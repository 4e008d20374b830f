import { pickSource } from './choosing.ts';
import { CODE_EDITS, TEXT_EDITS, written } from './line-edits.ts';
import { type Entry, GENERATED_HEADER, isText } from './model.ts';
import { FILE_EDITS, FREE_EDITS } from './place-edits.ts';

/** Files that are treated apart, and what an edit does to each. */
const DENIED_EDITS = {
  lockfile: ['poetry.lock', 'log\n', (text, serial) => text.replace(/.*\n$/, `lock ${serial}\n`)],
  manifest: ['pyproject.toml', 'log\n', (text, serial) => `${text}dep${serial} = "1"\n`],
  changelog: ['CHANGES.md', 'log\n', (text, serial) => text.replace('log\n', `log\n- change ${serial}\n`)],
  docs: ['docs/guide.md', 'log\n', (text, serial) => `${text}more ${serial}\n`],
  generated: ['pkg/made.py', `${GENERATED_HEADER}\n`, (text, serial) => `${text.replace(/\n.*\n$/, '\n')}made_v${serial} = ${serial}\n`],
  vendored: ['pkg/vendor/lib.py', '', (text, serial) => `${text.replace(/\n.*\n$/, '\n')}lib_v${serial} = ${serial}\n`],
} as const satisfies Readonly<Record<string, readonly [path: string, otherwise: string, change: (text: string, serial: number) => string]>>;

const keysOf = <K extends string>(table: Readonly<Record<K, unknown>>): K[] => Object.keys(table) as K[];
const isIn = <K extends string>(table: Readonly<Record<K, unknown>>, kind: string): kind is K => Object.hasOwn(table, kind);

/** What one edit does. Every kind holds for any numbers, so that a history stays a history when edits are taken out of it. */
export const KINDS = [...keysOf(TEXT_EDITS), ...CODE_EDITS, ...keysOf(FREE_EDITS), ...keysOf(FILE_EDITS), ...keysOf(DENIED_EDITS)] as const;

export interface Edit {
  readonly kind: (typeof KINDS)[number];
  readonly file: number;
  readonly other: number;
  readonly at: number;
  readonly size: number;
}

/** What edits share: the files as they stand, those that are gone, and a number that no other edit of the history has. */
export interface Desk {
  readonly files: Map<string, Entry>;
  readonly gone: Map<string, Entry>;
  readonly serial: number;
}

/** Carries out one edit. What finds nothing to work on changes nothing. */
export function carryOut(desk: Desk, edit: Edit): void {
  const { files, serial } = desk;
  const { kind } = edit;
  if (isIn(DENIED_EDITS, kind)) {
    const [path, otherwise, change] = DENIED_EDITS[kind];
    const entry = files.get(path);
    files.set(path, { mode: '100644', text: change(isText(entry) ? entry.text : otherwise, serial) });
    return;
  }
  const path = pickSource(files, edit.file);
  const entry = path === undefined ? undefined : files.get(path);
  if (isIn(FREE_EDITS, kind)) FREE_EDITS[kind](desk, edit);
  else if (path === undefined || entry === undefined) return;
  else if (isIn(FILE_EDITS, kind)) FILE_EDITS[kind](desk, edit, path, entry);
  else if (isIn(TEXT_EDITS, kind)) files.set(path, { ...entry, text: TEXT_EDITS[kind](entry.text, { ...edit, serial }) });
  else files.set(path, { ...entry, text: written(desk, kind, path, entry, edit.other) });
}
