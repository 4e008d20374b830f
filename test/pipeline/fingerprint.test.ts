import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, portable, relocated } from '#pipeline/canonical.ts';
import { type Fingerprint, fingerprintDigest, whyStale } from '#pipeline/fingerprint.ts';
import { table } from '#io/table.ts';

const BASE: Fingerprint = {
  stage: 'select',
  version: 3,
  input: 'a'.repeat(64),
  options: { span: { minDays: 75 }, kinds: ['x', 'y'], none: [] },
  tools: { 'grammar python': '0.25.0' },
};

describe('why something is stale', () => {
  it.each([
    [{ version: 4 }, ['stage version 3 → 4']],
    [{ input: 'b'.repeat(64) }, ['input changed']],
    [{ options: { ...(BASE.options as object), span: { minDays: 90 } } }, ['option span.minDays 75 → 90']],
    [{ options: { span: { minDays: 75 }, kinds: ['x'], none: [] } }, ['option kinds.1 is gone (was "y")']],
    [{ options: { ...(BASE.options as object), more: true } }, ['option more is new (true)']],
    [{ tools: { 'grammar python': '0.26.0' } }, ['grammar python 0.25.0 → 0.26.0']],
    [{ tools: {} }, ['grammar python is gone (was 0.25.0)']],
    [
      { version: 4, input: 'b'.repeat(64), tools: { 'grammar python': '0.25.0', model: 'm1' } },
      ['stage version 3 → 4', 'input changed', 'model is new (m1)'],
    ],
    [{}, []],
  ] as [Partial<Fingerprint>, string[]][])('%j', (change, why) => {
    expect(whyStale(BASE, { ...BASE, ...change })).toEqual(why);
  });

  it('says something exactly when the digests differ', () => {
    const any = fc.record({
      stage: fc.constant('s'),
      version: fc.integer({ min: 1, max: 3 }),
      input: fc.constantFrom('a'.repeat(64), 'b'.repeat(64)),
      options: fc.jsonValue({ maxDepth: 2 }),
      tools: fc.dictionary(fc.constantFrom('grammar a', 'grammar b'), fc.constantFrom('1', '2')),
    }) as fc.Arbitrary<Fingerprint>;
    fc.assert(
      fc.property(any, any, (a, b) => whyStale(a, b).length > 0 === (fingerprintDigest(a) !== fingerprintDigest(b))),
      { numRuns: 500 },
    );
  });
});

describe('canonical JSON', () => {
  it('is JSON, and the same for any order of keys', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const turned = Object.fromEntries(Object.entries(value).reverse());
        expect(canonicalJson(turned)).toBe(canonicalJson(value));
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
  it.each([[Number.NaN], [new Map()], [Buffer.from('x')], [{ deep: [{ at: () => 0 }] }], [1n]])(
    'refuses what JSON would lose: %s',
    (value) => {
      expect(() => canonicalJson(value)).toThrow();
    },
  );
  it('leaves out what only this machine saw, at any depth, and makes paths of the cache movable', () => {
    const keys = { observed: ['observed'], paths: ['gitDir'] };
    const value = { a: [{ gitDir: '/pool/clones/x', observed: { ms: 3 }, kept: 1 }], gitDir: '/elsewhere' };
    expect(portable(value, keys)).toEqual({ a: [{ kept: 1 }] });
    const stored = relocated(value, keys, '/pool', true);
    expect(stored).toEqual({ a: [{ gitDir: '{cache}/clones/x', observed: { ms: 3 }, kept: 1 }], gitDir: '/elsewhere' });
    expect(relocated(stored, keys, '/moved', false)).toMatchObject({ a: [{ gitDir: '/moved/clones/x' }] });
  });
});

describe('a table', () => {
  it('is aligned, one line a row, without trailing spaces', () => {
    const text = table(
      [
        { a: 'é', n: 5 },
        { a: 'long\n  text', n: 1234 },
      ],
      [
        { head: 'name', cell: (row) => row.a },
        { head: 'n', cell: (row) => row.n, right: true },
        { head: '', cell: () => '' },
      ],
    );
    expect(text).toBe('name            n\né               5\nlong ⏎ text  1234\n');
  });
});
