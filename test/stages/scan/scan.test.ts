import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '#io/clock.ts';
import { systemDisk } from '#io/disk.ts';
import { createParser } from '#io/parser.ts';
import type { Repository } from '#io/repository.ts';
import type { Parser } from '#io/symbols.ts';
import { recover } from '../../../stages/recover-dag/recover.ts';
import { rolesOf } from '../../../stages/recover-dag/roles.ts';
import { recoverDag } from '../../../stages/recover-dag/stage.ts';
import { walk } from '../../../stages/recover-dag/walk.ts';
import { Answers } from '../../../stages/scan/answers.ts';
import { DagFile, dagFileOf } from '../../../stages/scan/dag-file.ts';
import { keptParser } from '../../../stages/scan/kept-parser.ts';
import { GitTime, keptRepository } from '../../../stages/scan/kept-repository.ts';
import { quickDag } from '../../../stages/scan/quick.ts';
import { scan, type Scanned } from '../../../stages/scan/scan.ts';
import { lineOf, sourceOf, type Asked } from '../../../stages/scan/stretch.ts';
import { testDirectory } from '../../kit/git.ts';
import { candidateOf } from '../recover-dag/candidate.ts';
import { historyOf, type Told } from '../recover-dag/history.ts';

const options = recoverDag.options.parse({});
const through = <T>(_: string, work: (progress: { step(): void }) => Promise<T>): Promise<T> => work({ step: () => {} });

let parser: Parser;
beforeAll(() => {
  parser = createParser();
});
afterAll(async () => parser[Symbol.asyncDispose]());

async function scanned(repository: Repository, asked: Asked = {}, compose = false, parse = parser): Promise<Scanned> {
  const named = await sourceOf(repository, 'scan', '/nowhere', await lineOf(repository, '/nowhere', asked));
  return scan(named, options, { repository, parser: parse }, { compose, through });
}

/** A line of changes that each add a function and a test of it, and every seventh edits what came long before. */
function longLine(length: number): Told[] {
  const files: Record<string, string> = { 'pkg/__init__.py': '', LICENSE: 'MIT\n' };
  return Array.from({ length }, (_, index) => {
    if (index > 0) {
      const old = index - 40;
      const uses = old > 0 ? `from pkg.m${old} import made_${old}\n\n\n` : '';
      const call = old > 0 ? `made_${old}(x)` : 'x';
      files[`pkg/m${index}.py`] = `${uses}def made_${index}(x):\n    return ${call}\n`;
      files[`tests/test_m${index}.py`] = `from pkg.m${index} import made_${index}\n\n\ndef test_${index}():\n    assert made_${index}(1)\n`;
      if (index % 7 === 0 && old > 0) files[`pkg/m${old}.py`] = (files[`pkg/m${old}.py`] ?? '').replace('return ', 'return 0 + ');
    }
    return { subject: `change ${index}`, files: { ...files } };
  });
}

describe('a scan', { timeout: 120_000 }, () => {
  test('finds evidence across any distance, whatever was read ahead with what', async () => {
    await using history = await historyOf(longLine(90));
    const { changes, units, edges, evidence, composed } = await scanned(history.repository);
    expect([changes.length, units.length, composed]).toEqual([89, 89, false]);
    const kinds = (kind: string) =>
      evidence.filter((each) => each.kind === kind).map(({ from, to }) => `${Number(from.slice(5))}→${Number(to.slice(5))}`);
    const later = Array.from({ length: 49 }, (_, index) => index + 41);
    expect(kinds('imports').sort()).toEqual(later.map((index) => `${index - 40}→${index}`).sort());
    expect(kinds('edits-lines-of').sort()).toEqual(
      later
        .filter((index) => index % 7 === 0)
        .map((index) => `${index - 40}→${index}`)
        .sort(),
    );
    // Change 84 rewrites a line of module 44 that calls module 4.
    expect(edges.length).toBe(later.length + 1);
  });

  test('that composes says what the stage says of the same stretch', async () => {
    const told = longLine(14);
    await using history = await historyOf(told);
    const { repository: _, from, to, changes, composed, notComposed, ...dag } = await scanned(history.repository, {}, true);
    expect([from, to, composed, notComposed, changes.length]).toEqual([history.commits[0], history.commits.at(-1), true, null, 13]);
    const candidate = await candidateOf(history, told, 'python');
    const outcome = await recover(candidate, options, { repository: history.repository, parser }, { step: () => {} });
    if (!('kept' in outcome)) throw new Error('dropped');
    const { candidate: __, ...expected } = outcome.kept;
    expect(dag).toEqual(expected);
  });

  test('takes the part of the line that was asked for', async () => {
    await using history = await historyOf(longLine(12));
    const { repository, commits } = history;
    const told = async (asked: Asked) => {
      const { base, commits: own } = await lineOf(repository, '/nowhere', asked);
      return [commits.indexOf(base.id), own.length];
    };
    expect(await told({})).toEqual([0, 11]);
    expect(await told({ last: 3 })).toEqual([8, 3]);
    expect(await told({ last: 300 })).toEqual([0, 11]);
    expect(await told({ from: commits[4] })).toEqual([4, 7]);
    expect(await told({ from: commits[4], to: commits[6] })).toEqual([4, 2]);
    // One commit a day: the window reaches back to what landed before it.
    expect(await told({ windowDays: 2.5 })).toEqual([8, 3]);
    await expect(lineOf(repository, '/nowhere', { from: commits[6], to: commits[4] })).rejects.toThrow(
      /--from: .* is not on the first-parent line/,
    );
    await expect(lineOf(repository, '/nowhere', { from: commits[4], to: commits[4] })).rejects.toThrow(/has no change in that range/);
    await expect(lineOf(repository, '/nowhere', { to: 'nothing' })).rejects.toThrow(/--to: nothing is no commit/);
  });

  test('a second one parses only what is new, and says what a fresh one says', async () => {
    const told = longLine(20);
    const { path, remove } = testDirectory('scan');
    try {
      const run = async (to: number) => {
        await using history = await historyOf(told.slice(0, to));
        await using answers = await Answers.open(systemDisk, path);
        const kept = keptRepository(history.repository, answers, new GitTime(systemClock));
        const found = await scanned(kept, {}, false, keptParser(parser, answers, 'tools'));
        return { found, counts: answers.counts };
      };
      const first = await run(19);
      expect(first.counts.kept).toBeGreaterThan(18);
      const second = await run(20);
      // One raw diff, one source file, one test file.
      expect(second.counts.kept).toBe(3);
      await using fresh = await historyOf(told);
      expect(second.found).toEqual(await scanned(fresh.repository));
      expect((await run(20)).counts.kept).toBe(0);
    } finally {
      remove();
    }
  });

  test('what it writes reads back as it was', async () => {
    await using history = await historyOf(longLine(8));
    const found = await scanned(history.repository);
    const file = dagFileOf(found, history.gitDir, ['python']);
    expect(DagFile.parse(JSON.parse(JSON.stringify(file)))).toEqual(file);
    expect(file.changes.length).toBe(7);
  });

  test('what is tied from afar only waits outside, and says so', async () => {
    const told = longLine(30);
    const last = told.at(-1)?.files ?? {};
    told.push({ subject: 'untested', files: { ...last, 'pkg/m3.py': 'def made_3(x):\n    return x + 1\n' } });
    await using history = await historyOf(told);
    const { outside } = await scanned(history.repository);
    expect(outside.map(({ reason, detail }) => [reason, detail])).toEqual([
      ['untested-unconnected', 'evidence ties it to units more than 10 changes away only'],
    ]);
  });
});

describe('a quick scan', { timeout: 120_000 }, () => {
  const edit = fc.record({ file: fc.nat(3), at: fc.nat(12), remove: fc.nat(3), add: fc.nat(3), test: fc.boolean(), move: fc.boolean() });

  test('owns the lines that the whole walk owns', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 3, maxLength: 14 }), async (edits) => {
        const files: Record<string, string> = { 'README.md': 'x\n' };
        for (const name of ['a', 'b', 'c', 'd'])
          files[`pkg/${name}.py`] = Array.from({ length: 10 }, (_, line) => `${name}_${line} = ${line}\n`).join('');
        const told: Told[] = [{ subject: 'base', files: { ...files } }];
        for (const [index, { file, at, remove, add, test: tests, move }] of edits.entries()) {
          const path =
            Object.keys(files)
              .filter((each) => each.startsWith('pkg/'))
              .sort()[file] ?? '';
          const lines = (files[path] ?? '').split('\n');
          lines.splice(at, remove, ...Array.from({ length: add }, (_, line) => `fresh_${index}_${line} = 1`));
          if (move) delete files[path];
          files[move ? `pkg/moved_${index}.py` : path] = lines.join('\n');
          if (tests) files[`tests/test_${index % 3}.py`] = `def test_it():\n    assert ${index}\n`;
          files['README.md'] = `${index}\n`;
          told.push({ subject: `change ${index}`, files: { ...files } });
        }
        await using history = await historyOf(told);
        const candidate = await candidateOf(history, told, 'python');
        const io = { repository: history.repository, parser };
        const { links } = await walk(candidate, io, rolesOf(candidate.source), []);
        const trees = [candidate.baseTree, ...candidate.changes.map((change) => change.after)];
        const quick = async (endings: readonly string[]) =>
          quickDag(history.repository, ['python'], trees, { hotShare: 1, hotMin: 100, endings, names: false }, { step: () => {} });
        const expected = new Set(links.filter((link) => link.kind === 'edits-lines-of').map(({ from, to }) => `${from}→${to}`));
        const all = await quick([]);
        expect(new Set(all.arrows.map(([from, to]) => `${from}→${to}`))).toEqual(expected);
        expect((await quick(['.py'])).arrows).toEqual(all.arrows);
        expect(all.denied).toBe(1);
        expect(all.changes).toBe(edits.length);
      }),
      { numRuns: 15 },
    );
  });

  test('a hot file admits no edge', async () => {
    const told = Array.from({ length: 8 }, (_, index) => ({
      subject: `change ${index}`,
      files: { 'pkg/hot.py': `x = ${index}\n`, ...(index > 5 ? { 'pkg/cold.py': `y = ${index}\n` } : {}) },
    }));
    await using history = await historyOf(told);
    const { base, commits } = await lineOf(history.repository, '/nowhere', {});
    const found = await quickDag(
      history.repository,
      ['python'],
      [base, ...commits].map((commit) => commit.tree),
      { hotShare: 0.5, hotMin: 5, endings: ['.py'], names: true },
      { step: () => {} },
    );
    expect(found.hotFiles).toEqual(['pkg/hot.py']);
    expect(found.arrows).toEqual([[5, 6]]);
    expect([found.units, found.layers, found.width, found.nameCandidates]).toEqual([7, 2, 6, 0]);
  });
});
