import { LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import type { Problem } from '#schema/check.ts';
import { problemsOf } from './yaml-issues.ts';
import type { Checked } from './yaml.ts';

/**
 * Reads a JSON file by a schema. Problems carry `file:line:column path`. Comment lines before the value (`#` or `//`, as older
 * tasks have them) are passed over; the places still count them.
 */
export function checkJson<T>(content: Uint8Array | string, file: string, schema: z.ZodType<T>): Checked<T> {
  const text = typeof content === 'string' ? content : Buffer.from(content).toString('utf8');
  const bare = text.replace(/^(?:[ \t]*(?:#|\/\/)[^\n]*\n)+/, (head) => head.replace(/[^\n]/g, ' '));
  const read = jsonValue(bare);
  if ('error' in read) return { value: null, problems: [syntaxProblem(bare, file, read.error)] };
  const parsed = schema.safeParse(read.value);
  if (parsed.success) return { value: parsed.data, problems: [] };
  // JSON is YAML 1.2: parsed a second time only to find where each fault stands.
  const lines = new LineCounter();
  const doc = parseDocument(bare, { lineCounter: lines, prettyErrors: false });
  return { value: null, problems: problemsOf(parsed.error.issues, { file, text: bare, doc, lines }, schema) };
}

function jsonValue(text: string): { readonly value: unknown } | { readonly error: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    if (error instanceof SyntaxError) return { error: error.message };
    throw error;
  }
}

function syntaxProblem(text: string, file: string, message: string): Problem {
  const lines = new LineCounter();
  const offset = parseDocument(text, { lineCounter: lines, prettyErrors: false }).errors[0]?.pos[0] ?? 0;
  const { line, col } = lines.linePos(offset);
  return {
    code: 'json-syntax',
    severity: 'error',
    place: `${file}:${line}:${col}`,
    what: `is not JSON: ${message}`,
    fix: 'Correct the JSON.',
  };
}
