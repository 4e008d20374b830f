import { Composer, type State } from '#io/compose.ts';
import { languageById } from '#languages/index.ts';
import { roleTeller } from '#languages/roles.ts';
import type { Recovered, Unit } from '#schema/dag.ts';
import { byCodeUnit } from '#schema/primitives.ts';
import { openGold } from '../../stages/gold/gold.ts';
import { shardsOf } from '../../stages/gold/shards.ts';
import { sidesOf } from '../../stages/gold/sides.ts';
import { drawn } from '../../stages/graph/arrows.ts';
import { count, type Law, type Walked } from './law.ts';
import { isSetAsideName } from './model.ts';
import { ancestry, isAcyclic, requirements } from './structure.ts';

const DRAWN_ORDERS = 4;

/**
 * Linear extensions of the DAG: for each unit, one that lands it as early as it may and one as late, so that what it requires is
 * all that it has and what requires it is all that lacks it; then some drawn ones. Ids descend where nothing else decides.
 */
export function sampledOrders(recovered: Recovered, seed: number): Unit[][] {
  const direct = requirements(recovered);
  const above = new Map(recovered.units.map((unit) => [unit.id, ancestry(direct, unit.id)]));
  const orders: Unit[][] = [];
  for (const { id } of recovered.units) {
    orders.push(extension(recovered, direct, (unit) => (unit === id || above.get(id)?.has(unit) === true ? 0 : 1)));
    orders.push(extension(recovered, direct, (unit) => (unit === id || above.get(unit)?.has(id) === true ? 1 : 0)));
  }
  for (let sample = 0; sample < DRAWN_ORDERS; sample += 1) {
    const draw = drawn(seed * 31 + sample);
    const rank = new Map(recovered.units.map((unit) => [unit.id, draw([...Array(1000).keys()])]));
    orders.push(extension(recovered, direct, (unit) => rank.get(unit) ?? 0));
  }
  return [...new Map(orders.map((order) => [order.map((unit) => unit.id).join(), order])).values()];
}

function extension(recovered: Recovered, direct: ReadonlyMap<string, readonly string[]>, rank: (unit: string) => number): Unit[] {
  const order: Unit[] = [];
  const landed = new Set<string>();
  while (order.length < recovered.units.length) {
    const ready = recovered.units.filter((unit) => !landed.has(unit.id) && (direct.get(unit.id) ?? []).every((from) => landed.has(from)));
    const [next] = ready.sort((a, b) => rank(a.id) - rank(b.id) || byCodeUnit(b.id, a.id));
    if (next === undefined) throw new Error('no unit is ready');
    landed.add(next.id);
    order.push(next);
  }
  return order;
}

async function replayed(composer: Composer, base: State, order: readonly Unit[]): Promise<State | string> {
  const steps = order.flatMap((unit) => [...unit.steps].sort((a, b) => a.position - b.position));
  const result = await composer.inOrder(base, steps);
  if ('state' in result) return result.state;
  return `change ${result.conflict.position} conflicts in ${result.conflict.path} (${result.conflict.kind})`;
}

function named(order: readonly Unit[]): string {
  return order.map((unit) => Number(unit.id.slice(5))).join(' ');
}

/** Every sampled linear extension composes, and all to one tree. */
export const extensions: Law = {
  name: 'linear extensions',
  async check({ store, recovered, seed }, tally) {
    if (!isAcyclic(recovered)) return [];
    const composer = new Composer(store.repository, isSetAsideName);
    const base = await composer.base(recovered.candidate.baseTree);
    const expected = await replayed(composer, base, recovered.units);
    if (typeof expected === 'string') return [`in order of ids ${expected}`];
    const tree = await composer.write(expected);
    const wrong: string[] = [];
    for (const order of sampledOrders(recovered, seed)) {
      count(tally, 'orders');
      const state = await replayed(composer, base, order);
      if (typeof state === 'string') wrong.push(`in order ${named(order)} ${state}`);
      else if ((await composer.write(state)) !== tree) wrong.push(`order ${named(order)} gives another tree`);
    }
    return wrong;
  },
};

/** Base + every unit + what changes outside the units and set-aside files bring = the end tree, byte for byte. */
export const recomposition: Law = {
  name: 'recomposition',
  async check(walked, tally) {
    const { store, recovered } = walked;
    const { candidate } = recovered;
    const composer = new Composer(store.repository, isSetAsideName);
    const state = await replayed(composer, await composer.base(candidate.baseTree), recovered.units);
    // Where the units conflict, the law of linear extensions tells it.
    if (typeof state === 'string') return [];
    const owed = owedPaths(walked);
    const end = await store.repository.listTree(candidate.endTree);
    const fromEnd = end.filter((entry) => isSetAsideName(entry.path) || owed.has(entry.path));
    const fromUnits = [...state.values()].filter((entry) => !owed.has(entry.path));
    count(tally, 'files from units', fromUnits.length);
    count(tally, 'files from outside', fromEnd.length);
    const tree = await store.repository.writeTree([...fromUnits, ...fromEnd]);
    if (tree === candidate.endTree) return [];
    const differ = await store.repository.diffRaw(tree, candidate.endTree);
    return differ.map((file) => `${file.path} differs from the end (${file.status})`);
  },
};

/** A patch takes three git processes to apply, so every so many histories are recomposed by patches. */
const PATCHED_EVERY = 8;

/** The same law in patches, as a task ships them: base + a shard for each unit + the auxiliary shard = the end tree. */
export const patches: Law = {
  name: 'recomposition by patches',
  async check({ seed, store, recovered: { candidate, units } }, tally) {
    if (seed % PATCHED_EVERY !== 0) return [];
    const tell = roleTeller(candidate.source.source.languages.map(languageById));
    const gold = await openGold(
      store.repository,
      candidate,
      sidesOf((path) => tell(path).role),
    );
    const shards = await shardsOf(gold, units);
    if ('failed' in shards) return [shards.failed];
    count(tally, 'shards', shards.perUnit.size);
    const auxiliary = await store.repository.applyPatch(shards.finalTree, shards.auxiliary);
    return 'tree' in auxiliary && auxiliary.tree === candidate.endTree ? [] : ['the auxiliary shard does not give the end tree'];
  },
};

/**
 * Composed files that a change outside the units says it leaves to the auxiliary shard. Only files that it touches count, as they are
 * named later: by a rename, or by a file that comes where one goes, which a merge may take for a rename.
 */
function owedPaths({ recovered: { candidate, outside } }: Walked): Set<string> {
  return new Set(
    outside.flatMap(({ position, detail }) => {
      const names = new Set<string>();
      for (const [later, { files }] of candidate.changes.slice(position).entries()) {
        const first = later === 0;
        const gone = files.filter((file) => names.has(file.oldPath ?? file.path) && (file.status === 'D' || file.status === 'R'));
        for (const file of files) if (first || gone.includes(file) || (gone.length > 0 && file.status === 'A')) names.add(file.path);
        if (first) for (const file of files) names.add(file.oldPath ?? file.path);
      }
      const told = /; left to the auxiliary shard: (.*)$/s.exec(detail)?.[1]?.split(', ') ?? [];
      return told.filter((path) => names.has(path));
    }),
  );
}
