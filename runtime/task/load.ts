import { z } from 'zod';
import { UserError } from '#schema/errors.ts';
import { byCodeUnit } from '#schema/primitives.ts';
import { SelectedTests, UnitDag } from '#schema/task.ts';
import type { Tree } from '#runtime/sandbox/sandbox.ts';
import { BASE_TESTS, SELECTED_FILE } from './emit-tests.ts';
import { taskFiles, type TaskFiles } from './files.ts';
import { fileStem, noopUnits, sameName, slugMap, slugOf } from './load-names.ts';
import { layersOf, topological } from './order.ts';
import { insist, optionalRecord, requireRecord } from './read.ts';
import { Lifetime, TaskEnvironment } from './records.ts';

/** What a run needs of task.yaml; every other key is kept as it is. */
const Metadata = z.looseObject({
  instruction: z.string().min(1),
  max_agent_timeout_sec: z.number().positive().default(1800),
  max_test_timeout_sec: z.number().positive().default(3600),
});
export type Metadata = z.infer<typeof Metadata>;

const RequirementFile = z.looseObject({
  id: z.string().min(1),
  title: z.string().min(1),
  requirement: z.string().min(1),
  category: z.string().default(''),
});

export interface LoadedUnit {
  readonly id: string;
  /** Stem of its requirement file; the unit id in tasks of ours. */
  readonly slug: string;
  readonly title: string;
  readonly requirement: string;
  readonly layer: number;
  readonly parents: readonly string[];
  /** Test files at repository-relative paths. */
  readonly tests: Tree;
  /** Null in a foreign task that names no test ids: our judge cannot judge it. */
  readonly selected: SelectedTests | null;
  /** Null when the task has one monolithic patch only; empty when declared noop. */
  readonly shard: Buffer | null;
}
export interface LoadedTask {
  readonly id: string;
  readonly metadata: Metadata;
  /** In the order their shards apply. */
  readonly units: readonly LoadedUnit[];
  readonly edges: readonly { readonly from: string; readonly to: string }[];
  /** Deepest layer; 0 for a flat graph. */
  readonly depth: number;
  readonly base: Tree;
  readonly baseTests: Tree;
  readonly baseSelected: SelectedTests | null;
  readonly goldPatch: Buffer;
  /** Null in tasks that other tools made. */
  readonly environment: TaskEnvironment | null;
  readonly lifetimes: readonly Lifetime[];
  readonly dockerfile: string;
  /** Every file as read: what is not understood is not lost. */
  readonly files: TaskFiles;
}

/** Older tasks list plain ids. */
const AnySelected = z.union([
  SelectedTests,
  z.array(z.string()).transform((ids): SelectedTests => ({ framework: '', files: [], fail_to_pass: ids, pass_to_pass: [] })),
]);

function withoutSelected(tests: Tree): Tree {
  return tests.filter((file) => file.path !== SELECTED_FILE);
}

/** Shards in the order that solution.sh names them, when it names every one; else a topological order. */
function applyOrder(
  files: TaskFiles,
  units: readonly string[],
  shardNames: ReadonlyMap<string, string>,
  edges: UnitDag['edges'],
): readonly string[] | null {
  const solution = files.text('solution.sh') ?? '';
  const at = new Map(units.map((unit) => [unit, solution.indexOf(`${shardNames.get(unit) ?? unit}.diff`)]));
  const named = [...at.values()].every((offset) => offset >= 0);
  const listed = named ? [...units].sort((a, b) => (at.get(a) ?? 0) - (at.get(b) ?? 0)) : [...units].sort(byCodeUnit);
  return topological(listed, edges);
}

function loadUnit(files: TaskFiles, id: string, slug: string, layer: number, parents: readonly string[]): LoadedUnit {
  const requirement = requireRecord(files, `requirements/${slug}.yaml`, RequirementFile);
  const shardFile = files.file(slugMap(files).map.get(slug) ?? `gold_patches/${slug}.diff`);
  const { units: noop } = noopUnits(files);
  const directories = files.directories('tests');
  const directory = sameName(directories, id) ?? sameName(directories, slug) ?? id;
  return {
    id,
    slug,
    title: requirement.title,
    requirement: requirement.requirement,
    layer,
    parents,
    tests: withoutSelected(files.under(`tests/${directory}`)),
    selected: optionalRecord(files, `tests/${directory}/${SELECTED_FILE}`, AnySelected),
    shard: shardFile?.content ?? (noop.has(id) || noop.has(slug) ? Buffer.alloc(0) : null),
  };
}

function loadUnits(files: TaskFiles, dag: UnitDag): readonly LoadedUnit[] {
  const ids = dag.nodes.map((node) => node.id);
  const slugs = files.under('requirements').map((file) => fileStem(file.path));
  const { map: shards, problems } = slugMap(files);
  insist([...problems, ...noopUnits(files).problems]);
  const slugById = new Map(ids.map((id) => [id, slugOf(id, slugs, shards)]));
  const stems = new Map(ids.map((id) => [id, fileStem(shards.get(slugById.get(id) ?? '') ?? `${id}.diff`)]));
  const order = applyOrder(files, ids, stems, dag.edges);
  const layers = layersOf(ids, dag.edges);
  if (order === null || layers === null) {
    throw new UserError(`${files.place('unit_dag.json')} edges`, 'the unit graph has a cycle', 'Remove the edge that closes it.');
  }
  return order.map((id) => {
    const slug = slugById.get(id) ?? null;
    if (slug === null) {
      throw new UserError(
        `${files.place('unit_dag.json')} nodes`,
        `no requirement file belongs to unit "${id}"`,
        'Name it after the unit, or map it in slug_diff_map.json.',
      );
    }
    const parents = dag.edges.filter((edge) => edge.to === id).map((edge) => edge.from);
    return loadUnit(files, id, slug, layers.get(id) ?? 0, [...new Set(parents)].sort(byCodeUnit));
  });
}

/**
 * Reads a task directory, ours or one of an older tool (`task-format.md`, reading older tasks). Throws UserError naming file, line
 * and field of the first thing that cannot be read; `checkTask` lists everything.
 */
export function loadTask(id: string, tree: Tree): LoadedTask {
  const files = taskFiles(id, tree);
  const metadata = requireRecord(files, 'task.yaml', Metadata);
  const dag = requireRecord(files, 'unit_dag.json', UnitDag);
  const units = loadUnits(files, dag);
  const gold = files.file('gold-patch.diff') ?? files.file('gold_patch.diff');
  return {
    id,
    metadata,
    units,
    edges: dag.edges.map(({ from, to }) => ({ from, to })),
    depth: Math.max(0, ...units.map((unit) => unit.layer)),
    base: files.under('base'),
    baseTests: withoutSelected(files.under(`tests/${BASE_TESTS}`)),
    baseSelected: optionalRecord(files, `tests/${BASE_TESTS}/${SELECTED_FILE}`, SelectedTests),
    goldPatch: gold?.content ?? Buffer.alloc(0),
    environment: optionalRecord(files, 'evidence/environment.json', TaskEnvironment),
    lifetimes: optionalRecord(files, 'evidence/lifetimes.json', z.array(Lifetime)) ?? [],
    dockerfile: files.text('Dockerfile') ?? '',
    files,
  };
}
