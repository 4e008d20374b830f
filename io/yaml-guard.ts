import type { Problem } from '#schema/check.ts';

/** Larger than any file that a person writes; the parser takes seconds for a few MB. */
export const MAX_YAML_BYTES = 1024 * 1024;
const MAX_DEPTH = 100;
const MAX_INDENT = 400;

/** `line:column`, both from 1, of a character of the text. */
export function placeIn(text: string, offset: number): string {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return `${line}:${offset - before.lastIndexOf('\n')}`;
}

/** The text of a file as strict UTF-8 (a byte order mark is dropped), or why it cannot be YAML of ours. */
export function decodeYaml(content: Uint8Array, file: string): { readonly text: string } | { readonly problem: Problem } {
  if (content.byteLength > MAX_YAML_BYTES) {
    return {
      problem: refusal('yaml-size', `${file}:1:1`, `${content.byteLength} bytes; at most ${MAX_YAML_BYTES} are read`, 'Split the file.'),
    };
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return { problem: refusal('yaml-encoding', `${file}:1:1`, 'is not UTF-8', 'Save it as UTF-8.') };
  }
  const problem = tooDeepOrOdd(text, file);
  return problem === null ? { text } : { problem };
}

/** Found before parsing: deep nesting can abort the whole process inside the parser, where nothing can be caught. */
function tooDeepOrOdd(text: string, file: string): Problem | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.exec(text);
  if (control !== null) {
    return refusal('yaml-control', `${file}:${placeIn(text, control.index)}`, 'holds a control character', 'Remove it.');
  }
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 0x5b || c === 0x7b) depth++;
    else if ((c === 0x5d || c === 0x7d) && depth > 0) depth--;
    if (depth > MAX_DEPTH) return refusal('yaml-depth', `${file}:${placeIn(text, i)}`, `is nested deeper than ${MAX_DEPTH}`, 'Flatten it.');
  }
  const steep = new RegExp(`^(?: {${MAX_INDENT}}| *(?:[-?] +){${MAX_DEPTH}})`, 'm').exec(text);
  return steep === null
    ? null
    : refusal('yaml-depth', `${file}:${placeIn(text, steep.index)}`, `is nested deeper than ${MAX_DEPTH}`, 'Flatten it.');
}

function refusal(code: string, place: string, what: string, fix: string): Problem {
  return { code, severity: 'error', place, what, fix };
}
