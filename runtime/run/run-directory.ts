import { join } from 'node:path';
import { exists, list, readText, writeAtomic } from '#io/files.ts';
import { checkJson } from '#io/json.ts';
import { jsonText } from '#runtime/task/text.ts';
import { UserError } from '#schema/errors.ts';
import { RunMetadata, type LoggedEvent, type RunResults, type TrialResult } from '#schema/results.ts';
import { isFinished, readEvents } from './event-log.ts';
import { scoreTrial } from './score.ts';
import { summarize } from './summarize.ts';

export interface PlannedTrial {
  readonly trial: string;
  readonly task: string;
  readonly attempt: number;
}

/** `runs/<id>/<task>/<trial>/`. */
export function trialDirectory(root: string, { task, trial }: PlannedTrial): string {
  return join(root, task, trial);
}
export function eventsPath(root: string, planned: PlannedTrial): string {
  return join(trialDirectory(root, planned), 'events.jsonl');
}

export async function readMetadata(root: string): Promise<RunMetadata> {
  const path = join(root, 'run_metadata.json');
  if (!(await exists(path))) throw new UserError(root, 'is no run', 'See `lhb runs list`.');
  const read = checkJson(await readText(path), path, RunMetadata);
  if (read.value !== null) return read.value;
  throw new UserError(read.problems[0]?.place ?? path, read.problems[0]?.what ?? 'cannot be read', 'The run is of another version.');
}

/** Keys whose value may differ when a run is started again: they change no result. */
const FREE: ReadonlySet<string> = new Set([
  'run_id',
  'n_concurrent',
  'livestream',
  'log_level',
  'no_rebuild',
  'cleanup',
  'output_path',
  'dataset_path',
]);

/** What a run that is started again would do otherwise than before, named field by field. */
export function differences(before: RunMetadata, now: RunMetadata): readonly string[] {
  const told: string[] = [];
  for (const key of new Set([...Object.keys(before.config), ...Object.keys(now.config)])) {
    const [a, b] = [JSON.stringify(before.config[key]), JSON.stringify(now.config[key])];
    if (!FREE.has(key) && a !== b) told.push(`${key}: ${a} → ${b}`);
  }
  if (before.contract.digest !== now.contract.digest) told.push('the contract text');
  if (before.isolation !== now.isolation) told.push(`isolation: ${before.isolation} → ${now.isolation}`);
  for (const [task, digest] of Object.entries(now.tasks)) if (before.tasks[task] !== digest) told.push(`task ${task}`);
  return told;
}

export async function writeMetadata(root: string, metadata: RunMetadata): Promise<void> {
  await writeAtomic(join(root, 'run_metadata.json'), jsonText(metadata));
}

export interface TrialState {
  readonly planned: PlannedTrial;
  readonly log: readonly LoggedEvent[];
  readonly state: 'finished' | 'under way' | 'waiting';
}

/** How each trial of a run stands, from the event logs alone. */
export async function trialStates(root: string, trials: readonly PlannedTrial[]): Promise<readonly TrialState[]> {
  const states: TrialState[] = [];
  for (const planned of trials) {
    const log = await readEvents(eventsPath(root, planned));
    states.push({ planned, log, state: isFinished(log) ? 'finished' : log.length > 0 ? 'under way' : 'waiting' });
  }
  return states;
}

/** Scores every finished trial again from its events, and the run from those. */
export async function scoreRun(root: string): Promise<RunResults> {
  const metadata = await readMetadata(root);
  const states = await trialStates(root, metadata.trials);
  return summarize(
    metadata.run_id,
    states.filter(({ state }) => state === 'finished').map(({ log }) => scoreTrial(metadata.run_id, log)),
  );
}

export async function writeTrialResult(root: string, planned: PlannedTrial, result: TrialResult): Promise<void> {
  await writeAtomic(join(trialDirectory(root, planned), 'results.json'), jsonText(result));
}
export async function writeResults(root: string, results: RunResults): Promise<void> {
  await writeAtomic(join(root, 'results.json'), jsonText(results));
}

/** Names of the runs below a folder, sorted. */
export async function runNames(folder: string): Promise<readonly string[]> {
  if (!(await exists(folder))) return [];
  const entries = await list(folder, (path) => path.split('/').length > 2);
  return entries.filter(({ path }) => /^[^/]+\/run_metadata\.json$/.test(path)).map(({ path }) => path.slice(0, path.indexOf('/')));
}
