import { describe, expect, it } from 'vitest';
import { checkYaml, parseYaml } from '#io/yaml.ts';
import { nearest } from '#io/nearest.ts';
import { UserError } from '#schema/errors.ts';
import { Pool } from '#schema/pool.ts';
import { PrSource } from '#schema/source.ts';

function told(text: string | Uint8Array, schema: Parameters<typeof checkYaml>[2] = Pool): string[] {
  return checkYaml(text, 'pool.yaml', schema).problems.map((problem) => `${problem.place}: ${problem.what}. ${problem.fix}`);
}
const GOOD = 'name: x\nsources: [a]\n';

describe('a file that is right', () => {
  it('is read with defaults; a byte order mark, CRLF and x- notes do not matter', () => {
    const checked = checkYaml(
      '\ufeffname: x\r\nsources: [a]\r\nx-note: {free: text}\r\nthresholds:\r\n  x-why: large\r\n  scaleMin: 3\r\n',
      'pool.yaml',
      Pool,
    );
    expect(checked.problems).toEqual([]);
    expect(checked.value).toMatchObject({ name: 'x', cacheDir: '.pool', thresholds: { scaleMin: 3, spanDaysMin: 76.09375 } });
  });
});

describe('a file that is wrong is told with line and column', () => {
  it.each([
    [
      'an unknown key, with the nearest',
      `${GOOD}thresholds:\n  scaleMni: 3\n`,
      'pool.yaml:4:3 thresholds.scaleMni: unknown key "scaleMni". Did you mean "scaleMin"?',
    ],
    ['an unknown key, with all known', `${GOOD}zzzzz: 3\n`, 'pool.yaml:3:1 zzzzz: unknown key "zzzzz". Known keys: name, sources,'],
    [
      'a wrong type',
      `${GOOD}thresholds:\n  spanDaysMin: "30"\n`,
      'pool.yaml:4:16 thresholds.spanDaysMin: expected number, got string "30". Correct the value.',
    ],
    ['a number too small', `${GOOD}concurrency: -1\n`, 'pool.yaml:3:14 concurrency: Too small: expected number to be >=1, got -1.'],
    ['infinity', `${GOOD}repetitions: 1e309\n`, 'pool.yaml:3:14 repetitions: expected number, got 1e309.'],
    ['not a number', `${GOOD}repetitions: .nan\n`, 'pool.yaml:3:14 repetitions: expected number, got .nan.'],
    ['null', 'name:\nsources: [a]\n', 'pool.yaml:1:6 name: expected string, got nothing.'],
    ['a list for a text', 'name: [x]\nsources: [a]\n', 'pool.yaml:1:7 name: expected string.'],
    ['a missing key', 'name: x\n', 'pool.yaml:1:1 sources: is missing. Add it: expected array.'],
    [
      'a wrong word, with the nearest',
      `${GOOD}sandbox: dokcer\n`,
      'pool.yaml:3:10 sandbox: expected one of "auto"|"docker"|"local", got string "dokcer". Did you mean "docker"?',
    ],
    ['a duplicate key', 'name: x\nname: y\nsources: [a]\n', 'pool.yaml:2:1: Map keys must be unique. Keep one of them.'],
    ['a tab', 'name: x\n\tsources: [b]\n', 'pool.yaml:2:1: Tabs are not allowed as indentation.'],
    ['an alias', 'name: &n x\nsources: [*n]\n', 'pool.yaml:2:11: alias *n is not allowed.'],
    ['an anchor', 'name: &n x\nsources: [a]\n', 'pool.yaml:1:10: anchor &n is not allowed.'],
    ['a merge key', `<<: {name: y}\n${GOOD}`, 'pool.yaml:1:1 <<: unknown key "<<".'],
    ['a tag', 'name: !secret x\nsources: [a]\n', 'tag !secret is not allowed.'],
    ['two documents', `${GOOD}---\n${GOOD}`, 'pool.yaml:1:1: holds 2 documents.'],
    ['a control character', 'name: x\u0000\nsources: [a]\n', 'pool.yaml:1:8: holds a control character.'],
    ['__proto__', `${GOOD}__proto__: 1\n`, 'pool.yaml:3:1: "__proto__" is no key.'],
    ['nothing', '# only a comment\n', 'pool.yaml:1:1: is empty.'],
    ['a text instead of a map', 'hello\n', 'pool.yaml:1:1: expected object, got string "hello".'],
    ['a constructor as key', `${GOOD}constructor: 1\n`, 'pool.yaml:3:1 constructor: unknown key "constructor".'],
  ])('%s', (_, text, message) => {
    expect(told(text).join('\n')).toContain(message);
  });

  it('demands quotes for what looks like a version or a long number', () => {
    const source =
      'kind: pr\nrepository: x\nlicence: MIT\ndomain: d\nlanguages: [py]\nrange: {from: 1, to: 12345678901234567890}\nrecipe:\n  toolVersion: 3.10\n';
    expect(told(source, PrSource)).toEqual([
      'pool.yaml:6:15 range.from: 1 is a number here, and a string is expected. Write it in quotes: "1".',
      'pool.yaml:6:22 range.to: 12345678901234567890 is a number here, and a string is expected. Write it in quotes: "12345678901234567890".',
      'pool.yaml:8:16 recipe.toolVersion: 3.10 is a number here, and a string is expected. Write it in quotes: "3.10".',
    ]);
  });

  it('bears what would hang or abort a parser', () => {
    const start = performance.now();
    expect(told('['.repeat(20_000))).toEqual(['pool.yaml:1:101: is nested deeper than 100. Flatten it.']);
    expect(told('- '.repeat(20_000))[0]).toContain('nested deeper');
    expect(told('a: {'.repeat(20_000))[0]).toContain('nested deeper');
    expect(told(Array.from({ length: 600 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'))[0]).toContain('nested deeper');
    expect(told('x'.repeat(5_000_000))).toEqual(['pool.yaml:1:1: 5000000 bytes; at most 1048576 are read. Split the file.']);
    expect(told(Buffer.from([0x61, 0x3a, 0x20, 0xff]))).toEqual(['pool.yaml:1:1: is not UTF-8. Save it as UTF-8.']);
    expect(performance.now() - start).toBeLessThan(2000);
  });

  it('throws the first with its place and names the others', () => {
    const read = (): unknown => parseYaml('name: 1\nsources: []\nlevl: quick\n', 'p.yaml', Pool);
    expect(read).toThrow(UserError);
    expect(read).toThrow(/^p\.yaml:1:7 name: .* Also: .*p\.yaml:3:1 levl: unknown key "levl"/s);
  });
});

describe('the nearest name', () => {
  it.each([
    ['scaleMni', 'scaleMin'],
    ['SCALEMIN', 'scaleMin'],
    ['scalMin', 'scaleMin'],
    ['zzz', null],
  ])('%s → %s', (typed, meant) => {
    expect(nearest(typed, ['name', 'scaleMin', 'sources'])).toBe(meant);
  });
});
