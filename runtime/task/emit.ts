import type { Tree, TreeFile } from '#runtime/sandbox/sandbox.ts';
import { byCodeUnit } from '#schema/primitives.ts';
import type { TaskContent } from './content.ts';
import { emitCompose, emitDockerfile } from './emit-container.ts';
import { emitEvidence } from './emit-evidence.ts';
import { emitGold, emitSolution } from './emit-gold.ts';
import { emitModuleDag, emitUnitDag } from './emit-graph.ts';
import { emitRequirements, emitTaskYaml } from './emit-metadata.ts';
import { emitRunTests } from './emit-run-tests.ts';
import { emitTests } from './emit-tests.ts';

/** A file of a task directory, at its path inside it. */
export type EmittedFile = TreeFile;

/**
 * The whole task directory (`task-format.md`), sorted by code unit of path. Pure: the same content gives the same bytes.
 * The canary stands in every text of ours whose format has comments; repository files, patches and JSON are left as they are.
 */
export function emitTask(task: TaskContent): Tree {
  const files: EmittedFile[] = [
    emitTaskYaml(task),
    emitDockerfile(task),
    emitCompose(task),
    emitRunTests(task),
    emitSolution(task),
    ...task.base.map((file) => ({ ...file, path: `base/${file.path}` })),
    ...emitRequirements(task),
    ...emitTests(task),
    ...emitGold(task),
    emitUnitDag(task),
    emitModuleDag(task),
    ...emitEvidence(task),
  ];
  return files.sort((a, b) => byCodeUnit(a.path, b.path));
}
