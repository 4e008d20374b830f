import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { type BoundedParser, createParser, type ParserOptions } from '#io/parser.ts';
import { grammarVersions, languagesDigest } from '#io/parser-versions.ts';
import { GRAMMARS } from '#languages/grammars.ts';
import { languages } from '#languages/index.ts';

const open: BoundedParser[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((parser) => parser[Symbol.asyncDispose]()));
});
function parserWith(options: ParserOptions): BoundedParser {
  const parser = createParser(options);
  open.push(parser);
  return parser;
}
const GOOD = 'def good(): return 1\n';
/** Deep nesting that the error recovery of this grammar does not leave in any sensible time. */
const HANGS = '('.repeat(100_000);

async function isAlive(parser: BoundedParser): Promise<void> {
  expect(await parser.symbols('python', `${GOOD}# after`)).toMatchObject({ symbols: { definitions: [{ name: 'good' }] } });
}

describe('a parser whose child may die', () => {
  it('loses only the file that hangs', async () => {
    const parser = parserWith({ workers: 1, limits: { timeoutMs: 2_000 } });
    await parser.symbols('python', '# warm');
    const answers = await Promise.all([GOOD, HANGS, `${GOOD}# 2`, `${GOOD}# 3`].map((text) => parser.symbols('python', text)));
    expect(answers.map((answer) => ('why' in answer ? answer.why : 'symbols'))).toEqual([
      'symbols',
      'took more than 2000 ms: not analysed',
      'symbols',
      'symbols',
    ]);
    expect(parser.childrenStarted).toBe(2);
  }, 60_000);

  it('loses only the file that needs too much memory', async () => {
    const parser = parserWith({ workers: 1, limits: { memoryMb: 220, timeoutMs: 60_000 } });
    const large = `var a=${'f(1,2,[3,4],{a:b}),'.repeat(180_000)}0;`;
    const [first, second] = await Promise.all([parser.symbols('javascript', large), parser.symbols('javascript', 'function good() {}')]);
    expect(first).toMatchObject({ why: expect.stringMatching(/needed more than 220 MB|died at this file/) });
    expect(second).toMatchObject({ symbols: { definitions: [{ name: 'good' }] } });
  }, 120_000);

  it('answers what waits when it is aborted, and ends its child', async () => {
    const abort = new AbortController();
    const parser = parserWith({ workers: 1, signal: abort.signal });
    await parser.symbols('python', GOOD);
    const hanging = parser.symbols('python', HANGS);
    abort.abort();
    expect(await hanging).toEqual({ why: 'aborted' });
    expect(await parser.symbols('python', GOOD)).toEqual({ why: 'aborted' });
  }, 30_000);
});

it('does not end the process that closes it', () => {
  const script = `import { createParser } from '#io/parser.ts'; const parser = createParser({ workers: 1 }); await parser.symbols('python', 'x'); await parser[Symbol.asyncDispose](); console.log('closed');`;
  const folder = fileURLToPath(new URL('../..', import.meta.url));
  const ran = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], { cwd: folder, encoding: 'utf8' });
  expect(ran.stdout).toBe('closed\n');
}, 60_000);

describe('texts that are no code', () => {
  it.each([
    ['NUL', `a = 1\0`, /NUL/],
    ['5 MB minified', 'a=1;'.repeat(1_250_000), /larger than 4194304 characters/],
  ])('refuses %s with the reason', async (_name, text, why) => {
    const parser = parserWith({ workers: 1 });
    expect(await parser.symbols('javascript', text)).toMatchObject({ why: expect.stringMatching(why) });
    expect(parser.childrenStarted).toBe(0);
  });

  it.each([
    ['garbage', String.fromCharCode(...Array.from({ length: 60_000 }, (_, index) => 33 + ((index * 7_919) % 90)))],
    ['lone surrogates', 'x = "\ud800\udfff\udc00"\n'.repeat(1_000)],
    ['a million lines', 'x\n'.repeat(1_000_000)],
    ['UTF-16 read as UTF-8', '\ufffd\ufffdd e f'],
    ['nothing', ''],
  ])(
    'survives %s',
    async (_name, text) => {
      const parser = parserWith({ workers: 1 });
      const answer = await parser.symbols('python', text);
      expect('symbols' in answer ? answer.symbols.errorShare : answer.why).toEqual(expect.anything());
      await isAlive(parser);
    },
    60_000,
  );

  it('names an unknown language', async () => {
    expect(await parserWith({ workers: 1 }).symbols('klingon', 'x')).toMatchObject({
      why: expect.stringContaining('no language is called "klingon"'),
    });
  });
});

describe('answers', () => {
  it('are kept by language and content', async () => {
    const parser = parserWith({ workers: 1 });
    const [first, same] = await Promise.all([parser.symbols('python', GOOD), parser.symbols('python', GOOD)]);
    const later = await parser.symbols('python', GOOD);
    expect(
      'symbols' in first && 'symbols' in same && 'symbols' in later && first.symbols === same.symbols && first.symbols === later.symbols,
    ).toBe(true);
    expect(await parser.symbols('go', GOOD)).not.toEqual(first);
  });

  it('do not depend on how many children work', async () => {
    const texts = Array.from({ length: 40 }, (_, index) => `class K${index}:\n    def m${index}(self): return other${index}(self)\n`);
    const [one, three] = [parserWith({ workers: 1 }), parserWith({ workers: 3 })];
    const all = async (parser: BoundedParser): Promise<string> =>
      JSON.stringify(await Promise.all(texts.map((text) => parser.symbols('python', text))));
    expect(await all(three)).toBe(await all(one));
    expect(three.childrenStarted).toBe(3);
  }, 30_000);
});

it('versions name every grammar and our own code', () => {
  const grammars = languages.map(({ id }) => `grammar.${id}`).sort();
  expect(Object.keys(grammarVersions())).toEqual([...grammars, 'languages', 'web-tree-sitter']);
  expect(Object.entries(GRAMMARS).map(([id, { wasm }]) => [id, wasm])).toEqual(languages.map(({ id, grammar }) => [id, grammar.wasm]));
});

it('the digest of a language is its own', () => {
  const digests = Object.keys(GRAMMARS).map((id) => languagesDigest([id]));
  // TypeScript and TSX are one file.
  expect(new Set(digests).size).toBe(digests.length - 1);
  expect(languagesDigest(['go', 'python'])).toBe(languagesDigest(['python', 'go']));
  expect(() => languagesDigest(['klingon'])).toThrow(/no language is called "klingon"/);
});
