import { linesOf, pickDefinition, startOf } from './choosing.ts';
import type { Desk, Edit } from './edits.ts';
import type { Entry } from './model.ts';

type Numbers = Pick<Edit, 'at' | 'size'> & { readonly serial: number };

/** Puts a line or two in the place of `size` lines, as deep as what stands there. */
export function edited(text: string, { at, size, serial }: Numbers): string {
  const lines = linesOf(text);
  const start = startOf(lines, at);
  const indent = /^[ \t]*/.exec(lines[start] ?? '')?.[0] ?? '';
  lines.splice(start, size, ...Array.from({ length: 1 + (serial % 2) }, (_, index) => `${indent}v${serial}_${index} = ${serial}\n`));
  return lines.join('');
}

/** Changes some lines one by one, or all from the start on where `size` is 3. */
function eachLine(text: string, { at, size }: Numbers, change: (line: string) => string): string {
  const lines = linesOf(text);
  const start = startOf(lines, at);
  const end = size === 3 ? lines.length : start + size + 1;
  return lines.map((line, index) => (index >= start && index < end ? change(line) : line)).join('');
}

function spliced(text: string, { at }: Numbers, remove: number, put: readonly string[]): string {
  const lines = linesOf(text);
  lines.splice(startOf(lines, at), remove, ...put);
  return lines.join('');
}

/** Edits that need nothing but a text. */
export const TEXT_EDITS = {
  replace: (text, numbers) => edited(text, { ...numbers, size: numbers.size + 1 }),
  insert: (text, numbers) => edited(text, { ...numbers, size: 0 }),
  'delete-lines': (text, numbers) => spliced(text, numbers, numbers.size + 1, []),
  indent: (text, numbers) => eachLine(text, numbers, (line) => `    ${line}`),
  dedent: (text, numbers) => eachLine(text, numbers, (line) => line.replace(/^ {2,4}/, '')),
  'trail-spaces': (text, numbers) => eachLine(text, numbers, (line) => line.replace(/(\r?\n?)$/, ' \t$1')),
  'blank-lines': (text, numbers) =>
    spliced(
      text,
      numbers,
      0,
      Array.from({ length: numbers.size + 1 }, () => '\n'),
    ),
  crlf: (text) => (text.includes('\r\n') ? text.replace(/\r\n/g, '\n') : text.replace(/\n/g, '\r\n')),
  'final-newline': (text) => (text.endsWith('\n') ? text.replace(/\r?\n$/, '') : `${text}\n`),
} as const satisfies Readonly<Record<string, (text: string, numbers: Numbers) => string>>;

/** Edits that put code at a file's end, which may use what another file defines. */
export const CODE_EDITS = ['define', 'define-class', 'use', 'subclass', 'call-member', 'move-definition'] as const;
type CodeEdit = (typeof CODE_EDITS)[number];

export function written({ files, serial }: Desk, kind: CodeEdit, path: string, entry: Entry, other: number): string {
  const text = entry.text === '' || entry.text.endsWith('\n') ? entry.text : `${entry.text}\n`;
  const target = pickDefinition(files, path, kind === 'subclass' ? /^class (\w+)/gm : /^def (\w+)/gm, other);
  if (kind === 'use' && target !== undefined)
    return `from ${target.module} import ${target.name}\n${text}\n\ndef uses_${serial}(a):\n    return ${target.name}(a)\n`;
  if (kind === 'subclass' && target !== undefined)
    return `from ${target.module} import ${target.name}\n${text}\n\nclass Sub${serial}(${target.name}):\n    pass\n`;
  const member = pickDefinition(files, path, /^ {4}def (measured_\w+)/gm, other);
  if (kind === 'call-member' && member !== undefined) return `${text}\n\ndef calls_${serial}(thing):\n    return thing.${member.name}()\n`;
  if (kind === 'move-definition' && target !== undefined) return `${text}\n\n${taken(files, target.path, target.name)}`;
  if (kind === 'define-class' || kind === 'subclass')
    return `${text}\n\nclass Shape${serial}:\n    def measured_${serial}(self):\n        return ${serial}\n`;
  return `${text}\n\ndef defined_${serial}(a):\n    b = a + ${serial}\n    return b\n`;
}

/** Takes a function out of a file. */
function taken(files: Map<string, Entry>, path: string, name: string): string {
  const from = files.get(path);
  if (from === undefined) return '';
  const body = new RegExp(`^def ${name}\\(.*\\n(?:[ \\t].*\\n?|\\r?\\n)*`, 'm').exec(from.text)?.[0] ?? '';
  files.set(path, { ...from, text: from.text.replace(body, '') });
  return body;
}
