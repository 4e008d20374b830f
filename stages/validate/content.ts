import { sha256 } from '#io/digest.ts';
import { modulesOf } from '#runtime/task/modules.ts';
import type { TaskContent, UnitContent } from '#runtime/task/content.ts';
import type { Lifetime, Provenance } from '#runtime/task/records.ts';
import { byCodeUnit } from '#schema/primitives.ts';
import type { Instructed, Materialized, SelectedTests, UnitStates, Validated } from '#schema/task.ts';
import type { Candidate } from '#schema/candidate.ts';
import type { SetAside } from '#schema/outcome.ts';
import { readEntries } from '../gold/states.ts';
import type { Shards } from '../gold/shards.ts';
import type { OpenTask } from '../gold/open-task.ts';
import { describeSize, type Sizes } from './sizes.ts';
import type { ProvenUnits } from './units.ts';

export interface ContentInput {
  readonly task: OpenTask;
  readonly materialized: Materialized;
  readonly instructed: Instructed;
  readonly proven: ProvenUnits;
  readonly shards: Shards;
  readonly selected: ReadonlyMap<string, SelectedTests>;
  readonly guards: SelectedTests | null;
  readonly lifetimes: readonly Lifetime[];
  readonly isolation: string;
  /** `name version` of the image's system packages; empty for a local sandbox. */
  readonly packages: readonly string[];
  readonly options: { readonly canary: string; readonly author: { readonly name: string; readonly email: string } };
}

/** Everything a task directory is made of, from what the line found. Reads blobs; decides nothing. */
export async function contentOf(input: ContentInput): Promise<{ content: TaskContent; stats: Validated['stats'] }> {
  const { task, materialized, proven, shards } = input;
  const { repository, candidate, sides } = task.gold;
  const { recovered } = proven;
  const base = await readEntries(repository, await repository.listTree(shards.workspaceTree));
  const units: UnitContent[] = [];
  for (const unit of recovered.units) units.push(await unitContent(input, unit.id));
  const baseTests = await baseTestTree(task);
  const sizes = describeSize(base, shards.whole);
  const stats = statsOf(input, sizes);
  const source = candidate.source.source;
  const content: TaskContent = {
    taskId: candidate.taskId,
    canary: input.options.canary,
    instruction: input.instructed.instruction,
    category: candidate.domain,
    difficulty: difficultyOf(stats),
    tags: ['pr-sequence', materialized.language, candidate.domain],
    author: input.options.author,
    agentTimeoutSec: 1800,
    testTimeoutSec: 3600,
    units,
    edges: recovered.edges,
    evidence: recovered.evidence,
    base,
    baseTests,
    baseSelected: input.guards,
    goldPatch: shards.whole,
    auxiliary: shards.auxiliary,
    framework: task.framework,
    environment: {
      language: materialized.language,
      framework: materialized.framework,
      recipe: materialized.recipe,
      extraArgs: source.recipe.frameworkArgs,
      testTimeoutSec: source.recipe.testTimeoutSec,
      sandbox: input.isolation,
      packages: [...input.packages],
    },
    dockerfile: materialized.dockerfile,
    trials: proven.trials,
    admissions: proven.admissions,
    lifetimes: input.lifetimes,
    funnel: { steps: funnelOf(input), setAside: setAsideOf(input) },
    stats,
    provenance: provenanceOf(input),
  };
  if (base.some((file) => sides.testSide(file.path))) throw new Error('a test file stands in the base workspace');
  return { content, stats };
}

async function baseTestTree(task: OpenTask) {
  const empty = await task.gold.compose([]);
  if ('conflict' in empty) throw new Error('the empty state composes by definition');
  return readEntries(task.gold.repository, await task.gold.tests(empty.tree));
}

async function unitContent(input: ContentInput, id: string): Promise<UnitContent> {
  const { task, instructed, proven, shards, selected } = input;
  const unit = proven.recovered.units.find((each) => each.id === id);
  const states = proven.states.get(id);
  const words = instructed.units[id];
  const tests = selected.get(id);
  if (unit === undefined || states === undefined || words === undefined || tests === undefined) throw new Error(`${id} lacks a part`);
  const wanted = new Set(states.testFiles);
  const entries = (await task.gold.repository.listTree(states.self)).filter((entry) => wanted.has(entry.path));
  return {
    unit,
    requirement: words.requirement,
    acceptance: words.acceptance,
    fileScope: words.fileScope,
    symbolScope: words.symbolScope,
    tests: await readEntries(task.gold.repository, entries),
    selected: tests,
    shard: shards.perUnit.get(id) ?? Buffer.alloc(0),
  };
}

/** What each unit's directory lists: files that are run, admitted ids, pass-to-pass guards of its own files. */
export function selectionOf(proven: ProvenUnits, framework: string, without: ReadonlySet<string>): Map<string, SelectedTests> {
  const selected = new Map<string, SelectedTests>();
  const ids = (unit: string, verdict: string) =>
    proven.admissions
      .filter((each) => each.unit === unit && each.verdict === verdict && !without.has(`${unit} ${each.id}`))
      .map((each) => each.id)
      .sort(byCodeUnit);
  for (const [unit, states] of proven.states as ReadonlyMap<string, UnitStates>) {
    selected.set(unit, {
      framework,
      files: [...states.runFiles].sort(byCodeUnit),
      fail_to_pass: ids(unit, 'admitted'),
      pass_to_pass: ids(unit, 'pass-to-pass'),
    });
  }
  return selected;
}

function funnelOf({ materialized, proven }: ContentInput) {
  const { candidate, units } = materialized.instructed.recovered;
  const admitted = proven.admissions.filter((each) => each.verdict === 'admitted').length;
  return [
    { step: 'changes to units', in: landed(candidate), out: units.length },
    { step: 'units with admitted tests', in: units.length, out: proven.recovered.units.length },
    { step: 'test ids admitted', in: proven.admissions.length, out: admitted },
  ];
}

/** Changes that landed: segments of one count once. */
function landed({ changes }: Candidate): number {
  return new Set(changes.map((change) => change.id)).size;
}

function setAsideOf({ proven, materialized }: ContentInput): SetAside[] {
  const ids = proven.admissions
    .filter((each) => each.verdict !== 'admitted' && each.verdict !== 'pass-to-pass')
    .map((each) => ({ what: `${each.unit} ${each.id}`, reason: each.verdict, detail: each.detail }));
  const changes = proven.recovered.outside.map((each) => ({ what: each.change, reason: each.reason, detail: each.detail }));
  const folds = proven.recovered.units.flatMap((unit) => unit.folded);
  return [...materialized.instructed.recovered.candidate.setAside, ...changes, ...folds, ...ids];
}

function provenanceOf({ task, shards, proven }: ContentInput): Provenance {
  const { candidate } = task.gold;
  const byId = new Map(candidate.changes.map((change) => [change.id, change]));
  return {
    source: candidate.sourceId,
    repository: candidate.source.source.repository,
    base: { commit: candidate.baseCommit, tree: candidate.baseTree },
    end: { commit: candidate.endCommit, tree: candidate.endTree },
    firstLanded: candidate.firstLanded,
    lastLanded: candidate.lastLanded,
    licence: candidate.licence,
    fileLicences: {},
    attribution: [...new Set(candidate.changes.map((change) => change.authorName))].sort(byCodeUnit),
    units: proven.recovered.units.map((unit) => ({
      unit: unit.id,
      changes: unit.steps.map((step) => {
        const change = byId.get(step.change);
        if (change === undefined) throw new Error(`${step.change} is no change of the candidate`);
        return { commit: change.id, landedAt: change.landedAt, pr: change.pr?.number ?? null, toldBy: change.pr?.toldBy ?? 'direct' };
      }),
    })),
    tools: {},
    digests: {
      'gold-patch.diff': sha256(shards.whole),
      'evidence/auxiliary.diff': sha256(shards.auxiliary),
    },
  };
}

/** By the size of the gold: plain steps that a reader can check. */
function difficultyOf(stats: Validated['stats']): TaskContent['difficulty'] {
  if (stats.goldLines < 300) return 'easy';
  if (stats.goldLines < 1200) return 'medium';
  return stats.goldLines < 5000 ? 'hard' : 'very_hard';
}

function statsOf({ materialized, proven, selected, task }: ContentInput, sizes: Sizes): Validated['stats'] {
  const { recovered } = proven;
  return {
    changes: landed(materialized.instructed.recovered.candidate),
    units: recovered.units.length,
    edges: recovered.edges.length,
    layers: recovered.layers,
    width: recovered.width,
    modules: new Set(recovered.units.flatMap((unit) => modulesOf(unit))).size,
    baseFiles: sizes.baseFiles,
    baseLines: sizes.baseLines,
    goldLines: sizes.goldLines,
    goldFiles: sizes.goldFiles,
    tests: [...selected.values()].reduce((sum, each) => sum + each.fail_to_pass.length, 0),
    spanDays: task.gold.candidate.spanDays,
  };
}
