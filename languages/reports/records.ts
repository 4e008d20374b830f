import { stripVTControlCharacters } from 'node:util';
import type { TestRecord, TestStatus } from '#schema/trial.ts';

const MESSAGE_BYTES = 4_096;

/** One case as a runner told it, before it has an id. */
export interface Case {
  /** Repository-relative file, or the package. */
  readonly place: string;
  /** Suites, then the test's own name; empty for the file as a whole. */
  readonly names: readonly string[];
  readonly status: TestStatus;
  readonly message: string;
  readonly durationMs: number | null;
  /** Where it stands in the file, for numbering cases of one name the same way in every order. */
  readonly line?: number;
}

/** Removes terminal escapes and keeps at most 4 KiB of UTF-8: the head, where the error is named. */
export function shortMessage(text: string): string {
  const plain = stripVTControlCharacters(text).replaceAll('\0', '').trim();
  if (Buffer.byteLength(plain) <= MESSAGE_BYTES) return plain;
  const cut = Buffer.from(plain)
    .subarray(0, MESSAGE_BYTES - 3)
    .toString('utf8')
    .replace(/\uFFFD+$/, '');
  return `${cut}…`;
}

function escaped(part: string, separator: RegExp): string {
  return part.normalize('NFC').replace(/[\\]/g, '\\\\').replace(separator, '\\$&').replace(/\r/g, '\\r').replace(/\n/g, '\\n');
}

/**
 * `<runner>|<place>|<suite › name>`: injective, since a separator inside a part is escaped by a backslash, as a line end is.
 */
export function testId(runner: string, place: string, names: readonly string[]): string {
  return `${runner}|${escaped(place, /\|/g)}|${names.map((name) => escaped(name, /›/g)).join(' › ')}`;
}

/** The place of an id, unescaped: the file or package. */
export function placeOfId(id: string): string {
  const start = id.indexOf('|') + 1;
  for (let end = start; end < id.length; end += 1) {
    if (id[end] === '\\') end += 1;
    else if (id[end] === '|') return id.slice(start, end).replace(/\\(.)/g, '$1');
  }
  return id.slice(start);
}

/**
 * Cases → records in the order told. The second case of one id gets ` #2`, the third ` #3`, by line and then by the order told,
 * so that another order of execution gives the same ids wherever the runner tells lines.
 */
export function recordsOf(runner: string, cases: readonly Case[]): readonly TestRecord[] {
  const plain = cases.map((one) => testId(runner, one.place, one.names));
  const taken = new Set(plain);
  const ids = [...plain];
  const byLine = cases.map((one, index) => ({ index, line: one.line ?? 0 })).sort((a, b) => a.line - b.line || a.index - b.index);
  const counts = new Map<string, number>();
  for (const { index } of byLine) {
    const id = plain[index] ?? '';
    let count = (counts.get(id) ?? 0) + 1;
    if (count > 1) {
      while (taken.has(`${id} #${count}`)) count += 1;
      ids[index] = `${id} #${count}`;
      taken.add(`${id} #${count}`);
    }
    counts.set(id, count);
  }
  return cases.map((one, index) => ({
    id: ids[index] ?? '',
    status: one.status,
    message: one.status === 'pass' ? '' : shortMessage(one.message),
    durationMs: one.durationMs,
  }));
}

/** A path below `root` made relative; null when it lies elsewhere. */
export function relativeTo(root: string, path: string): string | null {
  const base = root.endsWith('/') ? root : `${root}/`;
  return path.startsWith(base) ? path.slice(base.length) : null;
}
