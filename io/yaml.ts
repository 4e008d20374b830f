import { type Document, LineCounter, parseAllDocuments, stringify, visit } from 'yaml';
import type { z } from 'zod';
import type { Problem } from '#schema/check.ts';
import { UserError } from '#schema/errors.ts';
import { decodeYaml } from './yaml-guard.ts';
import { type Positions, problemsOf } from './yaml-issues.ts';

export type Checked<T> =
  | { readonly value: T; readonly problems: readonly [] }
  | { readonly value: null; readonly problems: readonly Problem[] };

/**
 * Reads a YAML 1.2 file that a person wrote, strictly: one document, no anchors, aliases or tags, no duplicate keys, no unknown
 * keys (those that start with `x-` are free), at most 1 MiB and 100 levels. Every problem carries `file:line:column path`.
 */
export function checkYaml<T>(content: Uint8Array | string, file: string, schema: z.ZodType<T>): Checked<T> {
  const decoded = decodeYaml(typeof content === 'string' ? Buffer.from(content) : content, file);
  if ('problem' in decoded) return { value: null, problems: [decoded.problem] };
  const lines = new LineCounter();
  const { text } = decoded;
  const docs = parseAllDocuments(text, { lineCounter: lines, uniqueKeys: true, strict: true, merge: false, prettyErrors: false });
  const doc = Array.isArray(docs) ? docs[0] : undefined;
  if (doc === undefined) return { value: null, problems: [found('yaml-empty', `${file}:1:1`, 'is empty', 'Fill it in, or remove it.')] };
  const at: Positions = { file, text, doc, lines };
  const problems = [...syntaxProblems(at), ...refusedParts(at, Array.isArray(docs) ? docs.length : 0)];
  if (problems.length > 0) return { value: null, problems };
  const parsed = schema.safeParse(withoutNotes(doc.toJS({ maxAliasCount: 0 })));
  if (parsed.success) return { value: parsed.data, problems: [] };
  return { value: null, problems: problemsOf(parsed.error.issues, at, schema) };
}

/** As `checkYaml`, throwing: the first problem's place, the others named after it. */
export function parseYaml<T>(content: Uint8Array | string, file: string, schema: z.ZodType<T>): T {
  const checked = checkYaml(content, file, schema);
  if (checked.value !== null) return checked.value;
  throw refusal(checked.problems);
}

/** Problems of one file as a UserError says them: the first whole, the others beside it. */
export function problemsAsMessage(problems: readonly Problem[]): string {
  return refusal(problems).message;
}

function refusal(problems: readonly Problem[]): UserError {
  const [first, ...others] = problems;
  if (first === undefined) throw new Error('refused without a problem');
  const more = others.map((p) => `${p.place}: ${p.what}`).join('; ');
  return new UserError(first.place, first.what, more === '' ? first.fix : `${first.fix} Also: ${more}`);
}

/** YAML as a person would write it: no folded lines, no anchors. */
export function yamlOf(value: unknown): string {
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false });
}

function syntaxProblems({ file, doc, lines }: Positions): Problem[] {
  const faults = [...doc.errors, ...doc.warnings].filter((error) => error.code !== 'TAG_RESOLVE_FAILED');
  return faults.map((error) => {
    const { line, col } = lines.linePos(error.pos[0]);
    const fix = error.code === 'DUPLICATE_KEY' ? 'Keep one of them.' : 'Correct the YAML.';
    return found(error.code.toLowerCase().replaceAll('_', '-'), `${file}:${line}:${col}`, error.message, fix);
  });
}

function refusedParts({ file, doc, lines }: Positions, documents: number): Problem[] {
  const problems: Problem[] = [];
  const refuse = (offset: number | undefined, code: string, what: string, fix: string): void => {
    const { line, col } = lines.linePos(offset ?? 0);
    problems.push(found(code, `${file}:${line}:${col}`, what, fix));
  };
  if (documents > 1) refuse(0, 'yaml-documents', `holds ${documents} documents`, 'Keep one document in a file.');
  visit(doc as Document, {
    Alias: (_, node) => refuse(node.range?.[0], 'yaml-alias', `alias *${node.source} is not allowed`, 'Write the value out.'),
    Node: (_, node) => {
      if ('anchor' in node && node.anchor !== undefined)
        refuse(node.range?.[0], 'yaml-anchor', `anchor &${node.anchor} is not allowed`, 'Write the value out.');
      if ('tag' in node && node.tag !== undefined) refuse(node.range?.[0], 'yaml-tag', `tag ${node.tag} is not allowed`, 'Remove the tag.');
    },
    Pair: (_, pair) => {
      const key = pair.key;
      if (typeof key === 'object' && key !== null && 'value' in key && key.value === '__proto__') {
        refuse('range' in key ? (key.range as readonly number[])[0] : 0, 'yaml-key', '"__proto__" is no key', 'Rename it.');
      }
    },
  });
  return problems;
}

/** Drops keys that start with `x-`: notes that people leave for one another. */
function withoutNotes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNotes);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([key, inner]) => (key.startsWith('x-') ? [] : [[key, withoutNotes(inner)]])));
}

function found(code: string, place: string, what: string, fix: string): Problem {
  return { code, severity: 'error', place, what, fix };
}
