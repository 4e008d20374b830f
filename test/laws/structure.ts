import type { Recovered } from '#schema/dag.ts';
import { count, type Law } from './law.ts';

/** Direct requirements by unit, as the edges tell them. */
export function requirements({ units, edges }: Pick<Recovered, 'units' | 'edges'>): Map<string, string[]> {
  const direct = new Map(units.map((unit): [string, string[]] => [unit.id, []]));
  for (const edge of edges) direct.get(edge.to)?.push(edge.from);
  return direct;
}

/** All that a unit requires, directly or not; itself too when it lies on a cycle. Asked afresh: no product code is trusted here. */
export function ancestry(direct: ReadonlyMap<string, readonly string[]>, unit: string): Set<string> {
  const reached = new Set<string>();
  const open = [...(direct.get(unit) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    open.push(...(direct.get(next) ?? []));
  }
  return reached;
}

export function isAcyclic(recovered: Pick<Recovered, 'units' | 'edges'>): boolean {
  const direct = requirements(recovered);
  return recovered.units.every((unit) => !ancestry(direct, unit.id).has(unit.id));
}

/** Other laws of shape speak of acyclic graphs alone; this one tells of the rest. Ids ascend along edges: they are a valid order. */
export const acyclic: Law = {
  name: 'acyclic',
  check({ recovered }, tally) {
    const direct = requirements(recovered);
    count(tally, 'edges', recovered.edges.length);
    const known = new Set(recovered.units.map((unit) => unit.id));
    const strangers = recovered.edges.filter((edge) => !known.has(edge.from) || !known.has(edge.to));
    return [
      ...recovered.units.filter((unit) => ancestry(direct, unit.id).has(unit.id)).map((unit) => `${unit.id} requires itself`),
      ...recovered.edges.filter((edge) => edge.from >= edge.to).map((edge) => `${edge.from} → ${edge.to} does not ascend`),
      ...strangers.map((edge) => `${edge.from} → ${edge.to} names no unit`),
    ];
  },
};

/** An edge and its pieces admit each other: no edge without a piece outside hot files, no such piece without its edge. */
export const evidenced: Law = {
  name: 'no edge without evidence',
  check({ recovered: { edges, evidence } }, tally) {
    const pieces = new Map(evidence.map((piece) => [piece.id, piece]));
    const wrong: string[] = pieces.size === evidence.length ? [] : ['two pieces of evidence share an id'];
    for (const edge of edges) {
      const named = edge.evidence.map((id) => pieces.get(id));
      count(tally, 'pieces', named.length);
      if (named.some((piece) => piece === undefined || piece.from !== edge.from || piece.to !== edge.to))
        wrong.push(`${edge.from} → ${edge.to} names evidence of another edge`);
      if (!named.some((piece) => piece !== undefined && !piece.hot))
        wrong.push(`${edge.from} → ${edge.to} has no evidence outside hot files`);
      if (edge.patterns.length === 0) wrong.push(`${edge.from} → ${edge.to} has no pattern`);
      const textual = named.some((piece) => piece?.kind === 'does-not-apply-without');
      if ((edge.proof === 'proven') !== textual) wrong.push(`${edge.from} → ${edge.to} is ${edge.proof}, textual witness: ${textual}`);
    }
    const told = new Map(edges.map((edge) => [`${edge.from} ${edge.to}`, new Set(edge.evidence)]));
    for (const piece of evidence)
      if (!piece.hot && told.get(`${piece.from} ${piece.to}`)?.has(piece.id) !== true) wrong.push(`${piece.id} admits no edge`);
    return wrong;
  },
};

/** `implied` marks exactly the edges that a longer way implies; so what is left keeps reachability and is minimal. */
export const reduction: Law = {
  name: 'transitive reduction',
  check({ recovered }, tally) {
    if (!isAcyclic(recovered)) return [];
    const direct = requirements(recovered);
    const wrong = recovered.edges.flatMap(({ from, to, implied }) => {
      const longer = (direct.get(to) ?? []).some((between) => between !== from && ancestry(direct, between).has(from));
      count(tally, longer ? 'implied edges' : 'edges that nothing implies');
      return longer === implied ? [] : [`${from} → ${to} is marked ${implied ? '' : 'not '}implied`];
    });
    const reduced = requirements({ ...recovered, edges: recovered.edges.filter((edge) => !edge.implied) });
    const lost = recovered.units.filter((unit) => ancestry(reduced, unit.id).size !== ancestry(direct, unit.id).size);
    return [...wrong, ...lost.map((unit) => `${unit.id} reaches less in the reduction`)];
  },
};

/** A unit's layer is the longest way to it; parents, depth and width follow. */
export const layering: Law = {
  name: 'layers',
  check({ recovered }, tally) {
    if (!isAcyclic(recovered)) return [];
    const direct = requirements(recovered);
    const longest = (unit: string): number => Math.max(0, ...(direct.get(unit) ?? []).map((from) => longest(from) + 1));
    const wrong = recovered.units.flatMap((unit) => {
      count(tally, unit.layer > 0 ? 'units above the first layer' : 'units of the first layer');
      const found = unit.layer === longest(unit.id) ? [] : [`${unit.id} is in layer ${unit.layer}, its longest way is ${longest(unit.id)}`];
      const parents = [...(direct.get(unit.id) ?? [])].sort().join();
      return [...unit.parents].sort().join() === parents
        ? found
        : [...found, `${unit.id} has parents ${unit.parents.join()}, edges ${parents}`];
    });
    const depths = recovered.units.map((unit) => unit.layer);
    const width = Math.max(0, ...depths.map((layer) => depths.filter((other) => other === layer).length));
    if (recovered.layers !== Math.max(-1, ...depths) + 1) wrong.push(`${recovered.layers} layers are told`);
    if (recovered.width !== width) wrong.push(`width ${recovered.width} is told, ${width} is so`);
    return wrong;
  },
};

/** Every change of the range is in exactly one place, as the step that it is; what is a unit has tests. */
export const placement: Law = {
  name: 'one place for every change',
  check({ recovered: { candidate, units, outside } }, tally) {
    const steps = [...units.flatMap((unit) => unit.steps), ...outside];
    count(tally, 'changes in units', steps.length - outside.length);
    count(tally, 'changes outside', outside.length);
    const wrong = candidate.changes.flatMap((change, position) => {
      const places = steps.filter((step) => step.change === change.id);
      if (places.length !== 1) return [`change ${position} is in ${places.length} places`];
      const [step] = places;
      const same = step?.position === position && step.before === change.before && step.after === change.after;
      return same ? [] : [`the step of change ${position} is not that change`];
    });
    const known = new Set(candidate.changes.map((change) => change.id));
    wrong.push(...units.filter((unit) => !unit.hasTests || unit.steps.length === 0).map((unit) => `${unit.id} has no tests or no steps`));
    return [...wrong, ...steps.filter((step) => !known.has(step.change)).map((step) => `${step.change} is no change of the range`)];
  },
};
