import { Parser, type Result } from 'tap-parser';
import type { TestStatus } from '#schema/trial.ts';
import type { Case } from '../reports/records.ts';

/** What a case is: every test point (ava), or every subtest, where a point inside is an assertion (node-tap). */
export type Leaf = 'point' | 'subtest';

interface Point {
  readonly result: Result;
  readonly children: readonly Point[] | null;
}

function collect(parser: Parser): Point[] {
  const points: Point[] = [];
  let child: Point[] | null = null;
  // A subtest is told before the test point that closes it.
  parser.on('child', (inner: Parser) => {
    child = collect(inner);
  });
  parser.on('assert', (result: Result) => {
    points.push({ result, children: child });
    child = null;
  });
  return points;
}

function nameOf(result: Result): string {
  return result.name.replace(/^- /, '').trim();
}

function statusOf(result: Result): TestStatus {
  if (result.skip) return 'skip';
  if (result.todo) return 'todo';
  return result.ok ? 'pass' : 'fail';
}

function messageOf({ result, children }: Point): string {
  if (result.ok) return '';
  const inner = (children ?? []).filter((point) => !point.result.ok).map(messageOf);
  return [nameOf(result), result.diag === null ? '' : JSON.stringify(result.diag), ...inner].filter((part) => part !== '').join('\n');
}

function caseOf(point: Point, place: string, suites: readonly string[]): Case {
  const { result } = point;
  return {
    place,
    names: [...suites, nameOf(result)],
    status: statusOf(result),
    message: messageOf(point),
    durationMs: result.time ?? null,
  };
}

function flatten(point: Point, place: string, suites: readonly string[], leaf: Leaf): readonly Case[] {
  const { result, children } = point;
  const own = caseOf(point, place, suites);
  if (children === null) {
    const isAssertion = leaf === 'subtest' && suites.length > 0 && !result.skip && !result.todo;
    return isAssertion ? [] : [own];
  }
  const inner = children.flatMap((child) => flatten(child, place, [...suites, nameOf(result)], leaf));
  // A test that asserts beside its subtests, or that failed by itself, is a case too.
  const asserts = children.some((child) => child.children === null);
  const failedAlone = !result.ok && inner.every((one) => one.status !== 'fail');
  return inner.length === 0 || failedAlone || (leaf === 'subtest' && asserts) ? [...inner, own] : inner;
}

/** Cases of one TAP stream, in its order. */
export function tapCases(tap: string, place: string, leaf: Leaf): readonly Case[] {
  const parser = new Parser();
  const points = collect(parser);
  parser.end(tap);
  return points.flatMap((point) => flatten(point, place, [], leaf));
}
