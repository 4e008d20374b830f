import type { TestStatus } from '#schema/trial.ts';
import { milliseconds, text, texts } from '../reports/lines.ts';
import { type Case, relativeTo } from '../reports/records.ts';

type Entry = Readonly<Record<string, unknown>>;

const STATUSES: Readonly<Record<string, TestStatus>> = {
  passed: 'pass',
  failed: 'fail',
  skipped: 'skip',
  pending: 'skip',
  disabled: 'skip',
  focused: 'pass',
  todo: 'todo',
};

function entries(value: unknown): readonly Entry[] {
  return Array.isArray(value) ? value.filter((one): one is Entry => typeof one === 'object' && one !== null) : [];
}

function lineOf(one: Entry): number {
  const location = one['location'];
  if (typeof location !== 'object' || location === null) return 0;
  const { line, column } = location as { line?: unknown; column?: unknown };
  return (typeof line === 'number' ? line : 0) * 1_000 + (typeof column === 'number' ? Math.min(column, 999) : 0);
}

function casesOf(file: Entry, place: string): Case[] {
  const tests = entries(file['assertionResults']).map((one): Case => {
    const status = STATUSES[text(one['status'])];
    if (status === undefined) throw new Error(`a test of ${place} has the unknown status "${text(one['status'])}"`);
    const message = texts(one['failureMessages']).join('\n');
    return {
      place,
      names: [...texts(one['ancestorTitles']), text(one['title'])],
      status,
      message,
      durationMs: milliseconds(one['duration']),
      line: lineOf(one),
    };
  });
  const failed = text(file['status']) === 'failed' && tests.every((one) => one.status !== 'fail');
  const message = text(file['message']) === '' ? text(file['failureMessage']) : text(file['message']);
  return failed ? [{ place, names: [], status: 'error', message, durationMs: null }, ...tests] : tests;
}

/** Cases of the JSON that jest's `--json` writes. A file that could not be run is one record without a name. Throws on another shape. */
export function jestCases(report: string, root: string, files: readonly string[]): readonly Case[] {
  const parsed: unknown = JSON.parse(report);
  const results = typeof parsed === 'object' && parsed !== null ? (parsed as Entry)['testResults'] : undefined;
  if (!Array.isArray(results)) throw new Error('no jest report: testResults is missing');
  const asked = new Set(files);
  return entries(results).flatMap((file) => {
    const place = relativeTo(root, text(file['name']).replaceAll('\\', '/'));
    return place === null || !asked.has(place) ? [] : casesOf(file, place);
  });
}
