import type { Edge, Recovered, Unit } from '#schema/dag.ts';
import { byCodeUnit } from '#schema/primitives.ts';
import { ancestorsOf } from '../gold/gold.ts';
import { ancestors, type Arrow, implied, layers, widest } from '../graph/arrows.ts';

/**
 * Takes a unit that no test proves out of the DAG: folded into the nearest unit that needs it, else into the nearest that it
 * needs, else outside (`dag.md`: "a unit with no admitted id is not a unit: fold or drop it"). The nearest dependent, and the
 * nearest parent, leave no other path between the two, so the graph stays acyclic and id order stays topological.
 */
export function withoutUnit(recovered: Recovered, id: string, detail: string): Recovered {
  const unit = recovered.units.find((each) => each.id === id);
  if (unit === undefined) throw new Error(`${id} is not a unit of the task`);
  const children = recovered.edges
    .filter((edge) => edge.from === id)
    .map((edge) => edge.to)
    .sort(byCodeUnit);
  const parents = recovered.edges
    .filter((edge) => edge.to === id)
    .map((edge) => edge.from)
    .sort(byCodeUnit);
  const host = children[0] ?? parents.at(-1);
  return host === undefined ? outside(recovered, unit, detail) : folded(recovered, unit, host, detail);
}

/**
 * Takes several such units out, in id order, each with the reason given. A unit whose states another's folding changed (it became
 * the host, or has other ancestors now) stays: what was said of it is no longer about it. The first always goes.
 */
export function withoutUnits(recovered: Recovered, gone: ReadonlyMap<string, string>): Recovered {
  let current = recovered;
  for (const { id } of recovered.units) {
    const detail = gone.get(id);
    if (detail !== undefined && stateOf(current, id) === stateOf(recovered, id)) current = withoutUnit(current, id, detail);
  }
  return current;
}

/** What the trials of a unit stand on: its own changes, and those of its ancestors. */
function stateOf(recovered: Recovered, id: string): string {
  const unit = recovered.units.find((each) => each.id === id);
  if (unit === undefined) throw new Error(`${id} is not a unit of the task`);
  const positions = (units: readonly Unit[]) => units.flatMap((each) => each.steps.map((step) => step.position)).sort((a, b) => a - b);
  return `${positions([unit]).join(' ')} after ${positions(ancestorsOf(unit, recovered.units)).join(' ')}`;
}

function outside(recovered: Recovered, unit: Unit, detail: string): Recovered {
  const gone = unit.steps.map((step) => ({ ...step, reason: 'no-admitted-tests', detail }));
  return relayered({
    ...recovered,
    units: recovered.units.filter((each) => each.id !== unit.id),
    outside: [...recovered.outside, ...gone],
  });
}

function folded(recovered: Recovered, unit: Unit, host: string, detail: string): Recovered {
  const units = recovered.units.filter((each) => each.id !== unit.id).map((each) => (each.id === host ? merged(each, unit, detail) : each));
  const renamed = (id: string) => (id === unit.id ? host : id);
  const evidence = recovered.evidence
    .map((piece) => ({ ...piece, from: renamed(piece.from), to: renamed(piece.to) }))
    .filter((piece) => piece.from !== piece.to);
  const edges = new Map<string, Edge>();
  for (const edge of recovered.edges) {
    const next = { ...edge, from: renamed(edge.from), to: renamed(edge.to) };
    if (next.from === next.to) continue;
    const key = `${next.from} ${next.to}`;
    const known = edges.get(key);
    edges.set(key, known === undefined ? next : joined(known, next));
  }
  return relayered({ ...recovered, units, evidence, edges: [...edges.values()] });
}

function merged(host: Unit, guest: Unit, detail: string): Unit {
  const files = new Map([...guest.files, ...host.files].map((file) => [file.path, file]));
  return {
    ...host,
    steps: [...host.steps, ...guest.steps].sort((a, b) => a.position - b.position),
    files: [...files.values()].sort((a, b) => byCodeUnit(a.path, b.path)),
    symbols: [...new Set([...host.symbols, ...guest.symbols])].sort(byCodeUnit),
    hasTests: host.hasTests || guest.hasTests,
    sourceLines: host.sourceLines + guest.sourceLines,
    testLines: host.testLines + guest.testLines,
    folded: [...host.folded, ...guest.folded, { what: guest.subject, reason: 'no-admitted-tests', detail }],
  };
}

function joined(a: Edge, b: Edge): Edge {
  return {
    ...a,
    patterns: [...new Set([...a.patterns, ...b.patterns])].sort(byCodeUnit),
    evidence: [...new Set([...a.evidence, ...b.evidence])].sort(byCodeUnit),
  };
}

/** Recomputes parents, layers, width and implied edges. Ids ascend topologically, so units in the order of ids are one. */
export function relayered(recovered: Recovered): Recovered {
  const ids = recovered.units.map((unit) => unit.id).sort(byCodeUnit);
  const index = new Map(ids.map((id, position) => [id, position]));
  const edges = recovered.edges
    .filter((edge) => index.has(edge.from) && index.has(edge.to))
    .sort((a, b) => byCodeUnit(a.from, b.from) || byCodeUnit(a.to, b.to));
  const arrows = edges.map(({ from, to }): Arrow => [index.get(from) ?? -1, index.get(to) ?? -1]);
  const order = [...ids.keys()];
  const shortcuts = implied(arrows, ids.length, ancestors(ids.length, arrows, order));
  const layer = layers(ids.length, arrows, order);
  const units = recovered.units.map((unit) => ({
    ...unit,
    layer: layer[index.get(unit.id) ?? -1] ?? 0,
    parents: edges.filter((edge) => edge.to === unit.id).map((edge) => edge.from),
  }));
  return {
    ...recovered,
    units,
    edges: edges.map((edge, position) => ({ ...edge, implied: shortcuts.has(arrows[position] ?? [-1, -1]) })),
    layers: layer.reduce((most, each) => Math.max(most, each + 1), 0),
    width: widest(layer),
  };
}
