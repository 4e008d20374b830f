import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DiffParser } from '#io/diff-parser.ts';
import { gitTool } from '#io/git-argv.ts';
import { openGitRepository } from '#io/git-repository.ts';
import { encodePath } from '#io/path-bytes.ts';
import type { FileDiff, Hunk, Repository } from '#io/repository.ts';
import { EMPTY_TREE, type Oid } from '#schema/primitives.ts';
import { plainGit, scriptRepository, testDirectory } from '#test/kit/git.ts';

const directory = testDirectory('hunks');
const gitDir = join(directory.path, 'r.git');
const madeObjects = join(directory.path, 'r.made');
let repository: Repository;
beforeAll(() => {
  scriptRepository(gitDir, [{ commit: 'one', files: { a: 'a\n' } }]);
  repository = openGitRepository({ git: gitTool(), gitDir, madeObjects }, new Set());
});
afterAll(async () => {
  await repository[Symbol.asyncDispose]();
  directory.remove();
});

/** Lines made to be taken for something else. */
const LINES = [
  'a',
  'b',
  '',
  ' ',
  '\r',
  'cr\r',
  '-',
  '--',
  '--- a/f',
  '-- a/f',
  '+',
  '++ b/f',
  '+++ b/f',
  'diff --git a/f b/f',
  '@@ -1 +1 @@',
  '@@ -1,2 +3,4 @@ x',
  '\\ No newline at end of file',
  'Binary files a/f and b/f differ',
  `${'a'.repeat(40)} ${'b'.repeat(40)}`,
  `:100644 100644 ${'a'.repeat(40)} ${'b'.repeat(40)} M`,
  'rename from f',
  'index 0..1',
  'é',
  '\u2028',
  'GIT binary patch',
  'new file mode 100644',
];
const NAMES = [
  'f',
  'g',
  'dir/f',
  'dir/sub/h',
  'new\nline',
  'tab\t',
  'quo"te',
  'back\\',
  '-x',
  'a b/c d',
  'é',
  '\udcff\udcfe',
  'b/f',
  ' b/x',
  '\n:100644',
];

/** Lines as git counts them: a text without its last newline has as many. */
function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

const content = fc
  .tuple(fc.array(fc.constantFrom(...LINES), { maxLength: 12 }), fc.boolean())
  .map(([lines, newline]) => lines.join('\n') + (newline && lines.length > 0 ? '\n' : ''));
const file = fc.record({
  mode: fc.constantFrom('100644', '100644', '100644', '100755', '120000'),
  text: fc.oneof({ weight: 8, arbitrary: content }, { weight: 1, arbitrary: fc.constant('bin\0ary') }),
});
const snapshot = fc
  .dictionary(fc.constantFrom(...NAMES), file, { maxKeys: 6 })
  .map((files) => Object.entries(files).filter(([path], _, all) => !all.some(([other]) => other.startsWith(`${path}/`))));
/** Histories in which files also move, so that renames are paired. */
const history = fc.array(fc.tuple(snapshot, fc.option(fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom(...NAMES)))), {
  minLength: 2,
  maxLength: 5,
});

/** The trees of a random history, the empty one first, in pairs. */
async function pairsOf(versions: typeof history extends fc.Arbitrary<infer T> ? T : never): Promise<(readonly [Oid, Oid])[]> {
  const trees: Oid[] = [EMPTY_TREE];
  let files = new Map<string, { mode: string; text: string }>();
  for (const [next, move] of versions) {
    files = new Map([...files].slice(0, 3).concat(next));
    const moved = move === null ? undefined : files.get(move[0]);
    if (move !== null && moved !== undefined && files.delete(move[0])) files.set(move[1], moved);
    trees.push(await write([...files]));
  }
  return trees.slice(1).map((tree, index) => [trees[index] ?? '', tree] as const);
}

async function write(files: readonly (readonly [string, { mode: string; text: string }])[]): Promise<Oid> {
  const entries = await Promise.all(
    files.map(async ([path, { mode, text }]) => ({ path, mode, oid: await repository.writeBlob(Buffer.from(text)) })),
  );
  return repository.writeTree(entries.filter((entry) => !entries.some((other) => other.path.startsWith(`${entry.path}/`))));
}

/**
 * The independent path: one plain git process a pair, its text cut at the section headers (a content line always starts with a
 * sign, so none can be at a line's start), and in a section everything from the first `@@` on taken by its first character.
 */
function simply(before: Oid, after: Oid, more: readonly string[] = []): readonly (readonly Hunk[])[] {
  const env = { GIT_ALTERNATE_OBJECT_DIRECTORIES: madeObjects };
  const text = plainGit(gitDir, ['diff-tree', '-r', '-p', '-U0', '-M50%', '--no-color', ...more, before, after], { env }).toString('utf8');
  return text
    .split(/^diff --git .*\n/m)
    .slice(1)
    .map((section) => {
      const hunks: (Hunk & { deleted: string[]; added: string[] })[] = [];
      for (const line of section.split('\n')) {
        const header = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
        const open = hunks.at(-1);
        if (header !== null)
          hunks.push({
            oldStart: Number(header[1]),
            oldCount: Number(header[2] ?? 1),
            newStart: Number(header[3]),
            newCount: Number(header[4] ?? 1),
            deleted: [],
            added: [],
          });
        else if (line.startsWith('-')) open?.deleted.push(line.slice(1));
        else if (line.startsWith('+')) open?.added.push(line.slice(1));
      }
      return hunks;
    });
}

/** A change of type is two sections of git's and one file of ours. */
function sections(files: readonly FileDiff[]): readonly (readonly Hunk[])[] {
  return files.flatMap((one) =>
    one.status === 'T' ? [one.hunks.filter((hunk) => hunk.newCount === 0), one.hunks.filter((hunk) => hunk.newCount > 0)] : [one.hunks],
  );
}

/** Spaces, tabs and carriage returns put into a text: what a diff that ignores whitespace must not see. */
function spaced(text: string, seed: number): string {
  return text.replace(/[ab]/g, (char, at: number) => ((at + seed) % 3 === 0 ? `${char} ` : (at + seed) % 3 === 1 ? `\t${char}` : char));
}

describe('diffHunks', () => {
  it('tells of histories with whitespace ignored what git -w tells, each hunk of the file whose lines it has', async () => {
    const met = { silent: 0, heard: 0 };
    const lines = async (oid: Oid): Promise<string[]> => ((await repository.blob(oid))?.toString('utf8') ?? '').split('\n');
    await fc.assert(
      fc.asyncProperty(history, fc.nat(5), async (versions, seed) => {
        const pairs = await pairsOf(
          versions.flatMap(
            ([next, move], index) =>
              [
                [next, move],
                [next.map(([path, one]) => [path, { ...one, text: spaced(one.text, seed + index) }]), null],
              ] as typeof versions,
          ),
        );
        const told: (readonly FileDiff[])[] = [];
        for await (const diff of repository.diffHunks(pairs, { whitespace: 'ignored' })) told.push(diff);
        expect(told.length).toBe(pairs.length);
        for (const [index, [before, after]] of pairs.entries()) {
          const files = told[index] ?? [];
          const loud = (all: readonly (readonly Hunk[])[]) => all.filter((hunks) => hunks.length > 0);
          expect(loud(sections(files))).toEqual(loud(simply(before, after, ['-w'])));
          const raw = await repository.diffRaw(before, after);
          expect(files.map(({ status, path, oldPath }) => [status, path, oldPath])).toEqual(
            raw.map(({ status, path, oldPath }) => [status, path, oldPath]),
          );
          for (const [at, { hunks, status }] of files.entries()) {
            if (status !== 'M' && status !== 'R') continue;
            if (hunks.length === 0) met.silent += 1;
            for (const hunk of hunks) {
              met.heard += 1;
              expect((await lines(raw[at]?.oldOid ?? '')).slice(hunk.oldStart - 1, hunk.oldStart - 1 + hunk.oldCount)).toEqual(
                hunk.oldCount === 0 ? [] : hunk.deleted,
              );
              expect((await lines(raw[at]?.newOid ?? '')).slice(hunk.newStart - 1, hunk.newStart - 1 + hunk.newCount)).toEqual(
                hunk.newCount === 0 ? [] : hunk.added,
              );
            }
          }
        }
      }),
      { numRuns: 60, seed: 3 },
    );
    expect(Math.min(met.silent, met.heard)).toBeGreaterThan(20);
  }, 120_000);

  it('tells of random histories what git tells, read another way', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (versions) => {
        const pairs = await pairsOf(versions);
        const told: (readonly FileDiff[])[] = [];
        for await (const diff of repository.diffHunks(pairs)) told.push(diff);
        expect(told.length).toBe(pairs.length);
        for (const [index, [before, after]] of pairs.entries()) {
          expect(sections(told[index] ?? [])).toEqual(simply(before, after));
          const raw = await repository.diffRaw(before, after);
          expect(told[index]?.map(({ status, path, oldPath }) => ({ status, path, oldPath }))).toEqual(
            raw.map(({ status, path, oldPath }) => ({ status, path, oldPath })),
          );
          // A pure rename has no patch to say it in; the two halves of a change of type may differ in it.
          const binaries = raw.filter((one) => one.added === null && one.oldOid !== one.newOid && one.status !== 'T');
          expect(told[index]?.filter((one) => one.binary && one.status !== 'T').map((one) => one.path)).toEqual(
            binaries.map((one) => one.path),
          );
        }
      }),
      { numRuns: 60 },
    );
  }, 120_000);

  it('gives the new text when its hunks are put into the old one', async () => {
    await fc.assert(
      fc.asyncProperty(content, content, async (old, fresh) => {
        const [before, after] = [
          await write([['f', { mode: '100644', text: old }]]),
          await write([['f', { mode: '100644', text: fresh }]]),
        ];
        for await (const [one] of repository.diffHunks([[before, after]])) {
          const lines = linesOf(old);
          for (const hunk of [...(one?.hunks ?? [])].reverse())
            lines.splice(hunk.oldCount === 0 ? hunk.oldStart : hunk.oldStart - 1, hunk.oldCount, ...hunk.added);
          expect(lines).toEqual(linesOf(fresh));
        }
      }),
      { numRuns: 60, examples: [['a', 'a\n\n']] },
    );
  }, 120_000);

  it('is the same however the bytes are cut', () => {
    const [a, b] = ['a'.repeat(40), 'b'.repeat(40)];
    const text = `${a} ${b}\n:100644 100644 ${a} ${b} M\0x\ny\0\0diff --git "a/x\\ny" "b/x\\ny"\n--- "a/x\\ny"\n+++ "b/x\\ny"\n@@ -1,2 +1 @@\n--- a/x\n-@@ -1 +1 @@\n++++ é\n\\ No newline at end of file\n${b} ${a}\n${a} ${a}\n`;
    const whole = (cuts: readonly Buffer[]) => {
      const parser = new DiffParser();
      return [...cuts.flatMap((cut) => parser.push(cut)), ...parser.end()];
    };
    const bytes = Buffer.from(text);
    const wanted = [
      [
        {
          status: 'M',
          path: 'x\ny',
          oldPath: null,
          binary: false,
          hunks: [{ oldStart: 1, oldCount: 2, newStart: 1, newCount: 1, deleted: ['-- a/x', '@@ -1 +1 @@'], added: ['+++ é'] }],
        },
      ],
      [],
      [],
    ];
    expect(whole([bytes])).toEqual(wanted);
    expect(whole([...bytes].map((byte) => Buffer.from([byte])))).toEqual(wanted);
    for (const wrong of ['-- a/x', '+++ é']) {
      expect(() => whole([Buffer.from(text.replace(`\n${wrong[0]}${wrong}\n`, '\n'))])).toThrow(/fewer lines/);
      expect(() => whole([Buffer.from(text.replace('\n\\ No newline', `\n${wrong}\n\\ No newline`))])).toThrow(/more lines/);
    }
    for (const end of [60, bytes.indexOf('--- a/x') + 3, bytes.indexOf('++++')])
      expect(() => whole([bytes.subarray(0, end)])).toThrow(/broke off|due/);
  });

  it('streams: the first pair comes before the last is asked for, and stopping early ends git', async () => {
    const big = 'line\n'.repeat(60_000);
    const trees = await Promise.all(
      Array.from({ length: 60 }, (_, i) => write([['f', { mode: '100644', text: `${i}\n${i % 2 === 0 ? big : ''}` }]])),
    );
    const pairs = trees.slice(1).map((tree, i) => [trees[i] ?? '', tree] as const);
    let seen = 0;
    for await (const [one] of repository.diffHunks(pairs)) {
      seen++;
      expect(one?.path).toBe('f');
      if (seen === 2) break;
    }
    expect(seen).toBe(2);
  });

  it('names what it is: copies as additions, mode-only changes and links without hunks of their own', async () => {
    const text = 'one\ntwo\nthree\nfour\n';
    const before = await write([
      ['f', { mode: '100644', text }],
      ['m', { mode: '100644', text: 'm\n' }],
      ['t', { mode: '100644', text: 't\n' }],
    ]);
    const after = await write([
      ['f', { mode: '100644', text }],
      ['copy', { mode: '100644', text }],
      ['m', { mode: '100755', text: 'm\n' }],
      ['t', { mode: '120000', text: 'f' }],
    ]);
    for await (const files of repository.diffHunks([[before, after]])) {
      expect(files.map((one) => [one.status, one.path, one.hunks.length])).toEqual([
        ['A', 'copy', 1],
        ['M', 'm', 0],
        ['T', 't', 2],
      ]);
    }
    expect(encodePath('\udcff')).toEqual(Buffer.from([0xff]));
  });
});
