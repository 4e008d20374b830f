import type { Problem } from '#schema/check.ts';
import { RESERVED_IN_BASE } from './check-layout.ts';
import { unitArrows, unitIds } from './check-graph.ts';
import { problem, warning } from './check-view.ts';
import type { TaskFiles } from './files.ts';
import { fileStem, noopUnits, slugMap, slugOf } from './load-names.ts';
import { topological } from './order.ts';
import { readPatch } from './patch.ts';

/** A gold line shorter than this tells nothing about where it came from. */
const TELLING = 12;
/** A base file that already holds so many lines, and this share, of what the gold adds to one file is told. */
const LEAK_LINES = 12;
const LEAK_SHARE = 0.9;

/** Shard path of each unit of the graph, or null. */
function shardPaths(files: TaskFiles): ReadonlyMap<string, string | null> {
  const slugs = files.under('requirements').map((file) => fileStem(file.path));
  const { map } = slugMap(files);
  return new Map(
    unitIds(files).map((id) => {
      const slug = slugOf(id, slugs, map) ?? id;
      const path = [map.get(slug), `gold_patches/${slug}.diff`].find((each) => each !== undefined && files.file(each) !== undefined);
      return [id, path ?? null];
    }),
  );
}

function shardProblems(files: TaskFiles, unit: string, path: string | null, noop: boolean): readonly Problem[] {
  const place = files.place(path ?? `gold_patches/${unit}.diff`);
  if (path === null)
    return noop
      ? []
      : [problem('unit-without-shard', place, `unit "${unit}" has neither shard nor noop entry`, 'Add its shard, or list it as noop.')];
  const content = files.file(path)?.content ?? Buffer.alloc(0);
  if (content.length === 0)
    return noop
      ? []
      : [problem('shard-empty', place, 'is empty, and the unit is not listed as noop', 'Add its shard, or list it as noop.')];
  if (noop) return [problem('shard-of-noop', place, `holds a patch, but "${unit}" is listed as noop`, 'Take it off the list.')];
  const patch = readPatch(content.toString('latin1'));
  if (patch === null)
    return [problem('shard-garbage', place, 'is no git patch, or its end is cut off', 'Write it with git diff --binary --full-index.')];
  return patch.flatMap((file) => {
    const target = file.newPath ?? file.oldPath ?? '';
    const parts = target.split('/');
    if (target.startsWith('/') || parts.includes('..') || parts.includes('.git'))
      return [problem('shard-path', place, `touches ${target}, which is outside the workspace`, 'Take that file out.')];
    if (parts.some((part) => RESERVED_IN_BASE.has(part)))
      return [problem('shard-path', place, `touches ${target}, which base/ may not hold`, 'Tests go to tests/.')];
    return [];
  });
}

/** solution.sh must name every shard with content, once, and after those that it needs. */
function solutionProblems(files: TaskFiles, shards: ReadonlyMap<string, string | null>): readonly Problem[] {
  const text = files.text('solution.sh');
  if (text === null) return [];
  const place = files.place('solution.sh');
  const at = new Map([...shards].map(([unit, path]) => [unit, path === null ? -1 : text.indexOf(`${fileStem(path)}.diff`)]));
  const unnamed = [...at].filter(([unit, offset]) => offset < 0 && (files.file(shards.get(unit) ?? '')?.content.length ?? 0) > 0);
  // A task with the monolithic patch only names that instead.
  if (unnamed.length === at.size && /gold[-_]patch\.diff/.test(text)) return [];
  const arrows = topological([...shards.keys()], unitArrows(files)) === null ? [] : unitArrows(files);
  const wrong = arrows.filter(({ from, to }) => (at.get(to) ?? -1) >= 0 && (at.get(from) ?? -1) > (at.get(to) ?? -1));
  return [
    ...unnamed.map(([unit]) => problem('solution-incomplete', place, `does not name the shard of "${unit}"`, 'Name each shard literally.')),
    ...wrong.map(({ from, to }) =>
      problem('solution-order', place, `applies ${to} before ${from}, which it needs`, 'Apply in topological order.'),
    ),
  ];
}

/** Gold in base/ under another name: the patch itself, or a file that already holds what the gold adds. */
function leakProblems(files: TaskFiles): readonly Problem[] {
  const gold = files.file('gold-patch.diff')?.content.toString('latin1') ?? '';
  const patch = readPatch(gold) ?? [];
  const removed = new Set(patch.flatMap((file) => file.deleted.map((line) => line.trim())));
  const added = patch
    .map((file) => ({
      path: file.newPath ?? '',
      lines: [...new Set(file.added.map((line) => line.trim()))].filter((line) => line.length >= TELLING && !removed.has(line)),
    }))
    .filter(({ lines }) => lines.length >= LEAK_LINES);
  const whole = files.all.filter(
    (file) => /^(?:gold_patches\/.*\.diff|gold[-_]patch\.diff)$/.test(file.path) && readPatch(file.content.toString('latin1')) !== null,
  );
  return files.under('base').flatMap((file) => {
    const place = files.place(`base/${file.path}`);
    const copied = whole.find((shard) => shard.content.length <= file.content.length && file.content.includes(shard.content));
    if (copied !== undefined) return [problem('gold-in-base', place, `holds ${copied.path}`, 'Take the gold out of base/.')];
    const have = new Set(
      file.content
        .toString('latin1')
        .split('\n')
        .map((line) => line.trim()),
    );
    return added
      .filter(({ lines }) => lines.filter((line) => have.has(line)).length >= Math.max(LEAK_LINES, lines.length * LEAK_SHARE))
      .map(({ path }) =>
        warning(
          'gold-like-base',
          place,
          `already holds nearly all lines that the gold adds to ${path}`,
          'See whether it is a copy of the solution.',
        ),
      );
  });
}

/** gold_patches/, gold-patch.diff, solution.sh, as far as they can be told without applying them. */
export function checkGold(files: TaskFiles): readonly Problem[] {
  const shards = shardPaths(files);
  const { units: noop, problems } = noopUnits(files);
  const monolithic = [...shards.values()].every((path) => path === null) && (files.file('gold-patch.diff')?.content.length ?? 0) > 0;
  const perUnit = monolithic ? [] : [...shards].flatMap(([unit, path]) => shardProblems(files, unit, path, noop.has(unit)));
  return [
    ...problems.map((found) => ({ ...found, code: 'shape' })),
    ...perUnit,
    ...solutionProblems(files, shards),
    ...leakProblems(files),
  ];
}
