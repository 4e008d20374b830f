import { stringify } from 'yaml';
import type { TreeFile } from '#runtime/sandbox/sandbox.ts';

/** A regular file of text, ending in exactly the newline that `content` ends in. */
export function textFile(path: string, content: string, mode: TreeFile['mode'] = '100644'): TreeFile {
  return { path, mode, content: Buffer.from(content, 'utf8') };
}

/** JSON as every emitted file has it: two spaces, keys in the order given, final newline. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** One JSON value a line. */
export function jsonLines(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}

/** YAML with the canary as its first line. No folding: a long line stays one line, so that text keeps its bytes. */
export function yamlText(value: unknown, canary: string): string {
  return `# ${canary}\n${stringify(value, { lineWidth: 0, blockQuote: 'literal', aliasDuplicateObjects: false })}`;
}

/**
 * Puts a comment line first, but below a shebang and below `# syntax=`-like directives, which are directives only at the top.
 */
export function withCanary(text: string, canary: string): string {
  const lines = text.split('\n');
  let at = 0;
  while (/^#\s*(syntax|escape|check)\s*=/i.test(lines[at] ?? '') || (at === 0 && (lines[0] ?? '').startsWith('#!'))) at += 1;
  return [...lines.slice(0, at), `# ${canary}`, ...lines.slice(at)].join('\n');
}
