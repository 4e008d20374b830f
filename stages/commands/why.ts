import { nearest } from '#io/nearest.ts';
import type { Fingerprint } from '#pipeline/fingerprint.ts';
import type { Row, RunReport } from '#pipeline/report.ts';
import { duration } from '#pipeline/standing.ts';
import { table } from '#io/table.ts';
import { UserError } from '#schema/errors.ts';
import { outcomeOf, stateOf } from './build.ts';
import type { Session } from './session.ts';

export interface LifeStage {
  readonly row: Row;
  /** What the answer rests on; null when there is none. */
  readonly rests: Fingerprint | null;
}

/** Every stage that an item went through, from the head of the line; nothing is computed. Throws UserError for an unknown name. */
export async function lifeOf(session: Session, name: string): Promise<LifeStage[]> {
  const report = await session.run({ act: 'look' });
  const rows = rowsOf(report, name);
  const stages: LifeStage[] = [];
  for (const row of rows) {
    const result = row.fingerprint === null ? null : await session.store.results.get(row.stage, row.fingerprint);
    stages.push({ row, rests: result?.fingerprint ?? null });
  }
  return stages;
}

function rowsOf(report: RunReport, name: string): Row[] {
  const own = report.rows.filter((row) => row.key === name || row.outcomes?.some((outcome) => outcome.key === name));
  const root = own[0]?.root;
  if (root === undefined) {
    const keys = [...new Set(report.rows.flatMap((row) => [row.key, ...(row.outcomes ?? []).map((outcome) => outcome.key)]))].filter(
      (key) => key !== '*',
    );
    const meant = nearest(name, keys);
    throw new UserError(
      name,
      'is no source and no task of this pool',
      meant === null ? `Known: ${keys.slice(0, 12).join(', ') || 'none yet'}.` : `Did you mean ${meant}?`,
    );
  }
  // Before the fan an item goes by the name of its source.
  return report.rows.filter((row) => row.key === root || own.includes(row)).map((row) => ({ ...row, outcomes: ofItem(row, name, root) }));
}

/** Of a fan's outcomes, those that the name asks for. */
function ofItem(row: Row, name: string, root: string): Row['outcomes'] {
  const own = row.outcomes?.filter((outcome) => outcome.key === name) ?? [];
  return name === root || own.length === 0 ? row.outcomes : own;
}

export function lifeText(life: readonly LifeStage[]): string {
  const stages = table(life, [
    { head: 'stage', cell: ({ row }) => row.stage },
    { head: 'item', cell: ({ row }) => row.key },
    { head: 'state', cell: ({ row }) => stateOf(row) },
    { head: 'outcome', cell: ({ row }) => outcomeOf(row) },
    { head: 'took', cell: ({ row }) => (row.ms > 0 ? duration(row.ms) : ''), right: true },
  ]);
  const rests = life.flatMap(({ row, rests: fingerprint }) =>
    fingerprint === null ? [] : [{ stage: row.stage, on: restsOn(fingerprint) }],
  );
  return `${stages}\n${table(rests, [
    { head: 'stage', cell: (each) => each.stage },
    { head: 'rests on', cell: (each) => each.on },
  ])}`;
}

const LONG = 120;
function restsOn({ version, input, options, tools }: Fingerprint): string {
  const named = Object.entries(typeof options === 'object' && options !== null && !Array.isArray(options) ? options : {});
  const short = (text: string): string => (text.length > LONG ? `${text.slice(0, LONG - 1)}…` : text);
  const parts = [
    `version ${version}`,
    `input ${input.slice(0, 12)}`,
    ...named.map(([name, value]) => short(`${name} ${JSON.stringify(value)}`)),
  ];
  return [
    ...parts,
    ...Object.entries(tools).map(([name, value]) => `${name} ${/^[0-9a-f]{64}$/.test(value) ? value.slice(0, 12) : value}`),
  ].join(', ');
}
