import { describe, expect, test } from 'vitest';
import { linesMatching, programFiles, projectFiles, withoutComments } from './kit/project.ts';

/** What no linter here can see: words that are allowed in a few places only. */
const RULES: readonly { readonly what: string; readonly pattern: RegExp; readonly allowed: RegExp; readonly planted: string }[] = [
  {
    what: 'errors are caught in io/, runtime/sandbox/ and the main files',
    pattern: /(\bcatch\b *[({]|\.catch\()/,
    allowed: /^(io\/|runtime\/sandbox\/|(stages|runtime)\/main\.ts)/,
    planted: 'try { a(); } catch { }',
  },
  {
    what: 'the clock is read in io/',
    pattern: /\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(|\bprocess\.hrtime/,
    allowed: /^(io\/|(stages|runtime)\/main\.ts)/,
    planted: 'const now = Date.now();',
  },
  {
    what: 'chance is drawn in io/',
    pattern: /\bMath\.random\(|\brandomUUID\(|\brandomBytes\(/,
    allowed: /^io\//,
    planted: 'Math.random()',
  },
  {
    what: 'the environment is read in io/, the main files, and texts that run inside a sandbox',
    pattern: /\bprocess\.env\b/,
    allowed: /^(io\/|(stages|runtime)\/main\.ts|languages\/ecmascript\/(mocha|per-file)\.ts)/,
    planted: 'process.env.HOME',
  },
  { what: 'the network is reached by io/', pattern: /(?<![.\w'])fetch\(/, allowed: /^io\//, planted: "await fetch('https://x')" },
  {
    what: 'strings are sorted by code unit',
    pattern: /\.localeCompare\(|\btoLocale\w+\(|\bIntl\./,
    allowed: /^$/,
    planted: 'a.localeCompare(b)',
  },
  {
    what: 'no way around the types',
    pattern: /\bas unknown as\b|@ts-(ignore|expect-error|nocheck)|\bas any\b|: any\b/,
    allowed: /^$/,
    planted: 'x as unknown as Y',
  },
  { what: 'no shell strings', pattern: /\bshell: true\b|\bexecSync\(|\bexec\(`/, allowed: /^$/, planted: '{ shell: true }' },
];

describe.each(RULES)('$what', ({ pattern, allowed, planted }) => {
  test('in every file', () => {
    expect(
      linesMatching(
        programFiles().filter((path) => !allowed.test(path)),
        pattern,
        withoutComments,
      ),
    ).toEqual([]);
  });
  test('and the rule sees a planted breach', () => {
    expect(pattern.test(planted)).toBe(true);
  });
});

test('nothing is left for later', () => {
  // `# TODO` in backticks is TAP's directive.
  const unfinished = /(?<!`# )\b(TODO|FIXME|XXX|HACK|placeholder)\b/;
  const own = projectFiles().filter((path) =>
    /^(schema|languages|io|pipeline|stages|runtime|scripts|examples|bench)\/.*\.ts$|\.md$/.test(path),
  );
  expect(linesMatching(own, unfinished)).toEqual([]);
});
