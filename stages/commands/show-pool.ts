import { join } from 'node:path';
import { UnitDag } from '#schema/task.ts';
import type { Manifest } from '#schema/manifest.ts';
import { readJson } from '#io/json-text.ts';
import { EXIT } from '#schema/errors.ts';
import { build, type Built, buildText } from './build.ts';
import { dagText } from '../graph/text.ts';
import { evaluateKnown, type KnownScore, scoresText } from './evaluate.ts';
import type { Session } from './session.ts';
import type { Shell } from './shell.ts';

export interface Shown {
  readonly text: string;
  readonly result: Built['summary'] & {
    readonly report: string | null;
    readonly scores: readonly KnownScore[];
    readonly runs: readonly string[];
  };
  readonly exit: number;
}

/** The pool built, noop and oracle run on it, its graphs, and where the report lies. */
export async function showPool(shell: Shell, session: Session): Promise<Shown> {
  const built = await build(session, { only: undefined, frozen: false });
  const { manifest } = built;
  if (manifest === null)
    return { text: buildText(built), result: { ...built.summary, report: null, scores: [], runs: [] }, exit: built.exit };
  const { scores, directories, exit } = await evaluateKnown(shell, session, manifest);
  const report = join(session.pool.out, 'REPORT.md');
  const text = [
    buildText(built),
    ...(await graphsOf(session, manifest)),
    scoresText(scores),
    `Report: ${report}\nRuns: ${directories.join(', ')}\n`,
  ].join('\n');
  return { text, result: { ...built.summary, report, scores, runs: directories }, exit: built.exit === EXIT.ok ? exit : built.exit };
}

async function graphsOf(session: Session, manifest: Manifest): Promise<string[]> {
  const graphs: string[] = [];
  for (const task of manifest.tasks) {
    const file = task.files.find((each) => each.path === 'unit_dag.json');
    if (file === undefined) continue;
    const dag = UnitDag.parse(readJson((await session.store.blobs.get(file.sha256)).toString('utf8'))?.value);
    const units = dag.nodes.map((node) => ({ id: node.id, layer: node.layer, title: '' }));
    graphs.push(`${task.id}\n${dagText(units, dag.edges)}`);
  }
  return graphs;
}
