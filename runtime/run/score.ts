import type { LoggedEvent, Metric, ScoredUnit, TrialEvent, TrialResult, UnitResult } from '#schema/results.ts';

type Of<Type extends TrialEvent['type']> = Extract<TrialEvent, { type: Type }>;
type Judged = Of<'judged'>;

function first<Type extends TrialEvent['type']>(
  log: readonly LoggedEvent[],
  type: Type,
): { readonly at: string; readonly event: Of<Type> } | null {
  for (const { at, event } of log) if (event.type === type) return { at, event: event as Of<Type> };
  return null;
}
function all<Type extends TrialEvent['type']>(log: readonly LoggedEvent[], type: Type): readonly Of<Type>[] {
  return log.flatMap(({ event }) => (event.type === type ? [event as Of<Type>] : []));
}

/**
 * Units whose every predecessor is complete, to the fixed point (paper, section 2.6). A retired unit, which has no test left at the
 * end, holds nothing up.
 */
function releasedUnits(units: readonly ScoredUnit[], passed: ReadonlySet<string>): ReadonlySet<string> {
  const released = new Set<string>();
  const complete = (id: string): boolean => {
    const unit = units.find((each) => each.id === id);
    return unit !== undefined && released.has(id) && (unit.expected.length === 0 || passed.has(id));
  };
  for (let before = -1; before < released.size; ) {
    before = released.size;
    for (const unit of units) if (unit.parents.every(complete)) released.add(unit.id);
  }
  return released;
}

function unitResults(units: readonly ScoredUnit[], judged: ReadonlyMap<string, Judged>): readonly UnitResult[] {
  const passed = new Set([...judged].filter(([, { verdict }]) => verdict.verdict === 'pass').map(([id]) => id));
  const released = releasedUnits(units, passed);
  return units.map((unit) => {
    const verdict = judged.get(unit.id)?.verdict;
    const retired = unit.expected.length === 0;
    const none = {
      verdict: 'not-judged' as const,
      why: retired ? 'no admitted test holds at the end' : 'was not judged',
      passed: 0,
      expected: unit.expected.length,
    };
    const { tests: _, ...told } = verdict ?? { ...none, unit: unit.id, tests: [] };
    return { ...told, layer: unit.layer, released: released.has(unit.id), retired };
  });
}

/** Over the released tests; unscored when one of their units was not judged. */
function testPassRate(units: readonly UnitResult[]): Metric {
  const released = units.filter((unit) => unit.released && !unit.retired);
  const missing = released.filter((unit) => unit.verdict === 'not-judged').map(({ unit }) => unit);
  if (missing.length > 0) return { unscored: `not judged: ${missing.join(', ')}` };
  const expected = released.reduce((sum, unit) => sum + unit.expected, 0);
  return expected === 0 ? { unscored: 'no test was released' } : { value: released.reduce((sum, unit) => sum + unit.passed, 0) / expected };
}

/** Layers from the first that pass whole, and all layers (paper, eq. 4); why not, when a unit on the way was not judged. */
function layersPassed(units: readonly UnitResult[]): { readonly passed: number; readonly layers: number } | { readonly unscored: string } {
  const obliged = units.filter((unit) => !unit.retired);
  const layers = 1 + Math.max(-1, ...units.map(({ layer }) => layer));
  for (let layer = 0; layer < layers; layer += 1) {
    const here = obliged.filter((unit) => unit.layer === layer);
    if (here.some((unit) => unit.verdict === 'fail')) return { passed: layer, layers };
    const missing = here.find((unit) => unit.verdict === 'not-judged');
    if (missing !== undefined) return { unscored: `not judged: ${missing.unit}` };
  }
  return { passed: layers, layers };
}

function depths(units: readonly UnitResult[]): { readonly depth: Metric; readonly depth_layers: Metric } {
  const found = layersPassed(units);
  if ('unscored' in found) return { depth: found, depth_layers: found };
  const { passed, layers } = found;
  if (layers === 0) return { depth: { unscored: 'no units' }, depth_layers: { unscored: 'no units' } };
  const deepest = layers - 1;
  const depth = deepest === 0 ? Math.min(passed, 1) : Math.max(0, passed - 1) / deepest;
  return { depth: { value: depth }, depth_layers: { value: passed / layers } };
}

function resolved(units: readonly UnitResult[], guards: TrialResult['guards']): boolean | null {
  const obliged = units.filter((unit) => !unit.retired);
  if (obliged.some((unit) => unit.verdict === 'fail') || guards.broken.length > 0) return false;
  if (obliged.some((unit) => unit.verdict === 'not-judged') || guards.notJudged.length > 0) return null;
  return obliged.length > 0;
}

function guardsOf(judged: readonly Judged[]): TrialResult['guards'] {
  const guards = judged.filter((event) => event.of === 'guards').map(({ verdict }) => verdict);
  return {
    passed: guards.reduce((sum, verdict) => sum + verdict.passed, 0),
    broken: guards.flatMap((verdict) =>
      verdict.verdict === 'fail' ? verdict.tests.filter(({ status }) => status !== 'pass').map(({ id }) => id) : [],
    ),
    notJudged: guards.filter((verdict) => verdict.verdict === 'not-judged').map(({ unit }) => unit),
  };
}

function failureMode(log: readonly LoggedEvent[]): Pick<TrialResult, 'failure_mode' | 'detail'> {
  const infra = first(log, 'infra');
  if (infra !== null) return { failure_mode: 'infra_error', detail: infra.event.detail };
  const agent = first(log, 'agent-ended');
  if (agent !== null && agent.event.failure !== 'none') return { failure_mode: agent.event.failure, detail: agent.event.detail };
  const late = all(log, 'judged').find((event) => event.timedOut);
  return late === undefined
    ? { failure_mode: 'none', detail: '' }
    : { failure_mode: 'test_timeout', detail: `the tests of ${late.verdict.unit} timed out` };
}

/** One row of results.json, from the events alone: the same log gives the same row at any time. Throws on a log without a start. */
export function scoreTrial(runId: string, log: readonly LoggedEvent[]): TrialResult {
  const started = first(log, 'trial-started');
  if (started === null) throw new Error('the event log has no start');
  const { trial, task, attempt, isolation } = started.event;
  const judged = all(log, 'judged');
  const units = unitResults(
    started.event.units,
    new Map(judged.filter(({ of }) => of === 'unit').map((event) => [event.verdict.unit, event])),
  );
  const guards = guardsOf(judged);
  const steps = all(log, 'step').map(({ step }) => step);
  const tokens = (key: 'inputTokens' | 'outputTokens' | 'cachedTokens'): number =>
    steps.reduce((sum, step) => sum + (step.usage?.[key] ?? 0), 0);
  const ended = first(log, 'trial-ended')?.at ?? null;
  const verdicts = units.filter((unit) => unit.verdict !== 'not-judged');
  return {
    id: `${runId}/${trial}`,
    trial_name: trial,
    task_id: task,
    is_resolved: resolved(units, guards),
    ...failureMode(log),
    parser_results: Object.fromEntries(
      verdicts.map(({ unit, verdict }) => [`test_unit_runner.py::test_unit[${unit}]`, verdict === 'pass' ? 'passed' : 'failed']),
    ),
    total_input_tokens: tokens('inputTokens'),
    total_output_tokens: tokens('outputTokens'),
    total_cached_tokens: tokens('cachedTokens'),
    trial_started_at: started.at,
    trial_ended_at: ended,
    agent_started_at: first(log, 'agent-started')?.at ?? null,
    agent_ended_at: first(log, 'agent-ended')?.at ?? null,
    test_started_at: first(log, 'judging-started')?.at ?? null,
    test_ended_at: first(log, 'judging-started') === null ? null : ended,
    attempt,
    isolation,
    units: [...units],
    released: units.filter(({ released }) => released).map(({ unit }) => unit),
    guards,
    test_pass_rate: testPassRate(units),
    ...depths(units),
    steps: steps.length,
    ignored_paths: [...(first(log, 'snapshot')?.event.ignored ?? [])],
  };
}
