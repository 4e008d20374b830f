import { compose, type Composition } from '#io/compose.ts';
import type { Repository, TreeEntry } from '#io/repository.ts';
import type { Candidate } from '#schema/candidate.ts';
import type { Unit } from '#schema/dag.ts';
import { byCodeUnit, type Oid } from '#schema/primitives.ts';
import type { Sides } from './sides.ts';

/**
 * The gold states of one candidate: trees composed from its base and chosen units, never patched text. A composed tree holds the
 * files of composed roles only; the frame (manifests, lockfiles, auxiliary files) stands beside it and is the same in every state.
 */
export interface Gold {
  readonly repository: Repository;
  readonly candidate: Candidate;
  readonly sides: Sides;
  /** Base plus these units, in the order their steps landed. */
  compose(units: readonly Unit[]): Promise<Composition>;
  /** Files of a composed tree on the source side, and the frame's, sorted: a workspace. */
  workspace(composed: Oid): Promise<readonly TreeEntry[]>;
  /** Files of a composed tree on the tests' side. */
  tests(composed: Oid): Promise<readonly TreeEntry[]>;
}

export async function openGold(repository: Repository, candidate: Candidate, sides: Sides): Promise<Gold> {
  const frame = await frameOf(repository, candidate, sides);
  const composed = new Map<string, Promise<Composition>>();
  const listed = async (tree: Oid) => (await repository.listTree(tree)).filter((entry) => !sides.setAside(entry.path));
  const side = async (tree: Oid, wanted: boolean) =>
    sorted([...(await listed(tree)), ...frame].filter((entry) => sides.testSide(entry.path) === wanted && isFile(entry)));
  return {
    repository,
    candidate,
    sides,
    compose(units) {
      const steps = units.flatMap((unit) => unit.steps).sort((a, b) => a.position - b.position);
      const key = steps.map((step) => `${step.position}:${step.before}:${step.after}`).join(' ');
      const known = composed.get(key);
      if (known !== undefined) return known;
      const made = compose(repository, candidate.baseTree, steps, sides.setAside);
      composed.set(key, made);
      return made;
    },
    workspace: (tree) => side(tree, false),
    tests: (tree) => side(tree, true),
  };
}

/** Manifests and lockfiles from the end that serves every unit (or the base, by the source's recipe); auxiliary files from the base. */
async function frameOf(repository: Repository, candidate: Candidate, sides: Sides): Promise<TreeEntry[]> {
  const base = await repository.listTree(candidate.baseTree);
  const environment = candidate.source.source.recipe.manifestsAt === 'base' ? base : await repository.listTree(candidate.endTree);
  return [
    ...base.filter((entry) => sides.role(entry.path) === 'auxiliary'),
    ...environment.filter((entry) => sides.role(entry.path) === 'manifest' || sides.role(entry.path) === 'lockfile'),
  ];
}

/** Links and submodules stay out of a task: its format has no place for them. */
function isFile(entry: TreeEntry): boolean {
  return entry.mode === '100644' || entry.mode === '100755';
}

function sorted(entries: readonly TreeEntry[]): TreeEntry[] {
  return [...entries].sort((a, b) => byCodeUnit(a.path, b.path));
}

/** Units that a unit needs, directly or not, itself left out, in id order. */
export function ancestorsOf(unit: Unit, units: readonly Unit[]): Unit[] {
  const byId = new Map(units.map((each) => [each.id, each]));
  const reached = new Set<string>();
  const open = [...unit.parents];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    open.push(...(byId.get(id)?.parents ?? []));
  }
  return units.filter((each) => reached.has(each.id));
}
