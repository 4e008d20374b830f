import { join } from 'node:path';
import type { Manifest } from '#schema/manifest.ts';
import { EXIT } from '#schema/errors.ts';
import { build, type Built, buildText } from './build.ts';
import { dagText } from '../graph/text.ts';
import { readShape } from './dag-files.ts';
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

/** Of the tasks as they lie in the pool's folder, with what each unit asks for. */
async function graphsOf(session: Session, manifest: Manifest): Promise<string[]> {
  const shapes = await Promise.all(manifest.tasks.map((task) => readShape(join(session.pool.out, task.id))));
  return shapes.map((shape) => `${shape.name}\n${dagText(shape.nodes, shape.edges)}`);
}
