import { z } from 'zod';
import type { Problem } from '#schema/check.ts';
import type { TaskFiles } from './files.ts';
import { readRecord } from './read.ts';

export type Values = Readonly<Record<string, unknown>>;

export function problem(code: string, place: string, what: string, fix: string): Problem {
  return { code, severity: 'error', place, what, fix };
}
export function warning(code: string, place: string, what: string, fix: string): Problem {
  return { code, severity: 'warning', place, what, fix };
}

/** A YAML or JSON file whose root must be a map. `values` is null when it is absent (not told here) or not such a file. */
interface MapRead {
  readonly values: Values | null;
  readonly problems: readonly Problem[];
}

export function readMap(files: TaskFiles, path: string): MapRead {
  const read = readRecord(files, path, z.record(z.string(), z.unknown()));
  if (read === null) return { values: null, problems: [] };
  const problems = read.problems.map((found) => ({
    ...found,
    code: found.code === 'invalid_type' ? 'shape' : found.code,
    fix: found.code === 'invalid_type' ? 'Make the file a map of keys.' : found.fix,
  }));
  return { values: read.value, problems };
}

/** Problems of a file against a schema, under one code, on top of what `readMap` already told about its root. */
export function schemaProblems(files: TaskFiles, path: string, schema: z.ZodType, code: string): readonly Problem[] {
  if (readMap(files, path).values === null) return [];
  return (readRecord(files, path, schema)?.problems ?? []).map((found) => ({ ...found, code }));
}

export function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
export function isBlank(value: unknown): boolean {
  return typeof value !== 'string' || value.trim() === '';
}
