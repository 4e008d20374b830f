import type { Unit } from '#schema/dag.ts';
import { PATCH_ROLES, type FileRole } from '#schema/change.ts';
import type { Oid } from '#schema/primitives.ts';
import type { Gold } from './gold.ts';

/** The gold as patches over the base workspace. Ids ascend in a valid topological order, so shards apply in id order. */
export interface Shards {
  readonly perUnit: ReadonlyMap<string, Buffer>;
  readonly whole: Buffer;
  /** From the workspace with every unit to the upstream end tree: tests, auxiliary files, changes outside the DAG. */
  readonly auxiliary: Buffer;
  readonly workspaceTree: Oid;
  readonly finalTree: Oid;
  /** Source-side files that only the auxiliary shard brings; each must be owed to a change outside the DAG. */
  readonly residual: readonly string[];
}
export interface NotRecomposed {
  readonly failed: string;
}

/**
 * Cuts the gold into one shard a unit and proves the recomposition law (`dag.md`): base + shards + auxiliary = the end tree,
 * byte for byte, and the whole patch = the shards.
 */
export async function shardsOf(gold: Gold, units: readonly Unit[]): Promise<Shards | NotRecomposed> {
  const { repository, candidate } = gold;
  const trees: Oid[] = [];
  for (let count = 0; count <= units.length; count++) {
    const composed = await gold.compose(units.slice(0, count));
    if ('conflict' in composed)
      return { failed: `${units[count - 1]?.id ?? 'base'} does not compose on the units before it: ${composed.conflict.path}` };
    trees.push(await repository.writeTree(await gold.workspace(composed.tree)));
  }
  const [workspaceTree, finalTree] = [trees[0], trees.at(-1)] as [Oid, Oid];
  const perUnit = new Map<string, Buffer>();
  let applied = workspaceTree;
  for (const [index, unit] of units.entries()) {
    const shard = await repository.diffText(trees[index] as Oid, trees[index + 1] as Oid);
    perUnit.set(unit.id, shard);
    if (shard.length === 0) continue;
    const result = await repository.applyPatch(applied, shard);
    if ('refused' in result) return { failed: `${unit.id}: shard does not apply: ${result.refused}` };
    applied = result.tree;
  }
  if (applied !== finalTree) return { failed: 'the shards do not compose to the final workspace' };
  const whole = await repository.diffText(workspaceTree, finalTree);
  const auxiliary = await repository.diffText(finalTree, candidate.endTree);
  for (const [name, from, patch, to] of [
    ['gold-patch.diff', workspaceTree, whole, finalTree],
    ['auxiliary.diff', finalTree, auxiliary, candidate.endTree],
  ] as const) {
    if (patch.length === 0 && from === to) continue;
    const result = await repository.applyPatch(from, patch);
    if ('refused' in result) return { failed: `${name} does not apply: ${result.refused}` };
    if (result.tree !== to) return { failed: `${name} does not give the expected tree` };
  }
  return { perUnit, whole, auxiliary, workspaceTree, finalTree, residual: await residualOf(gold, finalTree) };
}

async function residualOf(gold: Gold, finalTree: Oid): Promise<string[]> {
  const raw = await gold.repository.diffRaw(finalTree, gold.candidate.endTree);
  const paths = new Set(raw.flatMap((change) => [change.path, ...(change.oldPath === null ? [] : [change.oldPath])]));
  return [...paths].filter((path) => !gold.sides.testSide(path) && PATCH_ROLES.has(gold.sides.role(path) satisfies FileRole)).sort();
}
