import { type Document, isMap, isScalar, isSeq, type LineCounter, type Node } from 'yaml';
import type { z } from 'zod';
import type { Problem } from '#schema/check.ts';
import { nearest } from './nearest.ts';

type Path = readonly PropertyKey[];
type Issue = z.core.$ZodIssue;

/** Knows where in a file each value of a document stands. */
export interface Positions {
  readonly file: string;
  readonly text: string;
  readonly doc: Document;
  readonly lines: LineCounter;
}

/** One problem for each violation of the schema, placed at the value (or, for an unknown key, at the key). */
export function problemsOf(issues: readonly Issue[], at: Positions, schema: z.ZodType): Problem[] {
  return issues.flatMap((issue) => problemsOfIssue(issue, at, schema));
}

function problemsOfIssue(issue: Issue, at: Positions, schema: z.ZodType): Problem[] {
  if (issue.code === 'unrecognized_keys') {
    const known = keysAt(schema, issue.path);
    return issue.keys.map((key) => {
      const meant = nearest(key, known);
      const fix = meant === null ? `Known keys: ${known.join(', ')}.` : `Did you mean "${meant}"?`;
      return problem('unknown-key', at, [...issue.path, key], 'key', `unknown key "${key}"`, fix);
    });
  }
  if (issue.code === 'invalid_union') {
    const deepest = [...issue.errors].sort((a, b) => depth(b) - depth(a))[0];
    if (deepest !== undefined && deepest.length > 0) {
      return deepest.flatMap((inner) => problemsOfIssue({ ...inner, path: [...issue.path, ...inner.path] }, at, schema));
    }
  }
  return [valueProblem(issue, at)];
}

function depth(issues: readonly Issue[]): number {
  return Math.max(0, ...issues.map((issue) => issue.path.length));
}

function valueProblem(issue: Issue, at: Positions): Problem {
  const node = nodeAt(at.doc, issue.path).node;
  const written = node?.range ? at.text.slice(node.range[0], node.range[1]).trim() : null;
  if (issue.code === 'invalid_type' && written === null) {
    return problem('missing-key', at, issue.path, 'value', 'is missing', `Add it: expected ${issue.expected}.`);
  }
  if (
    issue.code === 'invalid_type' &&
    issue.expected === 'string' &&
    isScalar(node) &&
    typeof node.value !== 'string' &&
    node.value !== null
  ) {
    const kind = typeof node.value;
    return problem(
      'unquoted',
      at,
      issue.path,
      'value',
      `${written} is a ${kind} here, and a string is expected`,
      `Write it in quotes: "${written}".`,
    );
  }
  const message = issue.message.replace(/^Invalid (input|option): /, '').replace(/, received \S+$/, '');
  const meant = issue.code === 'invalid_value' && written !== null ? nearest(unquoted(written), issue.values.map(String)) : null;
  const got = isScalar(node) ? `, got ${typeof node.value === 'string' ? `string "${node.value}"` : written || 'nothing'}` : '';
  return problem(
    issue.code,
    at,
    issue.path,
    'value',
    `${message}${got}`,
    meant === null ? 'Correct the value.' : `Did you mean "${meant}"?`,
  );
}

function unquoted(written: string): string {
  return written.replace(/^(["'])(.*)\1$/s, '$2');
}

function problem(code: string, at: Positions, path: Path, side: 'key' | 'value', what: string, fix: string): Problem {
  const { node, key } = nodeAt(at.doc, path);
  const target = side === 'key' ? key : (node ?? key);
  const offset = target?.range?.[0] ?? nearestAncestorOffset(at.doc, path);
  const { line, col } = at.lines.linePos(offset);
  const name = path.map(String).join('.');
  return { code, severity: 'error', place: `${at.file}:${line}:${col}${name === '' ? '' : ` ${name}`}`, what, fix };
}

function nearestAncestorOffset(doc: Document, path: Path): number {
  for (let length = path.length - 1; length >= 0; length--) {
    const { node } = nodeAt(doc, path.slice(0, length));
    if (node?.range) return node.range[0];
  }
  return 0;
}

/** The node a path leads to, and the key it hangs on; null where there is none. */
function nodeAt(doc: Document, path: Path): { readonly node: Node | null; readonly key: Node | null } {
  let node: Node | null = doc.contents as Node | null;
  let key: Node | null = null;
  for (const part of path) {
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(part));
      if (pair === undefined) return { node: null, key: null };
      key = pair.key as Node;
      node = pair.value as Node | null;
    } else if (isSeq(node)) {
      key = null;
      node = (node.items[Number(part)] as Node | undefined) ?? null;
    } else return { node: null, key: null };
  }
  return { node, key };
}

/** Keys that a schema knows at a path, through defaults, unions and records. */
function keysAt(schema: z.ZodType, path: Path): string[] {
  let here: readonly z.core.$ZodType[] = [schema];
  for (const part of path) here = here.flatMap(unwrapped).flatMap((s) => childOf(s, part));
  return [...new Set(here.flatMap(unwrapped).flatMap((s) => Object.keys(shapeOf(s))))];
}

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType[] {
  const def = (schema as z.core.$ZodTypes)._zod.def;
  if (def.type === 'union') return def.options.flatMap(unwrapped);
  if (def.type === 'pipe') return unwrapped(def.in);
  return 'innerType' in def ? unwrapped(def.innerType) : [schema];
}
function shapeOf(schema: z.core.$ZodType): Readonly<Record<string, z.core.$ZodType>> {
  const def = (schema as z.core.$ZodTypes)._zod.def;
  return def.type === 'object' ? def.shape : {};
}
function childOf(schema: z.core.$ZodType, part: PropertyKey): z.core.$ZodType[] {
  const def = (schema as z.core.$ZodTypes)._zod.def;
  if (def.type === 'array') return [def.element];
  if (def.type === 'record') return [def.valueType];
  const child = shapeOf(schema)[String(part)];
  return child === undefined ? [] : [child];
}
