import type { Problem } from '#schema/check.ts';
import { byCodeUnit } from '#schema/primitives.ts';
import type { Tree } from '#runtime/sandbox/sandbox.ts';
import { checkCompose } from './check-compose.ts';
import { checkComposition } from './check-composition.ts';
import { checkDockerfile } from './check-dockerfile.ts';
import { checkGold } from './check-gold.ts';
import { checkModuleGraph, checkUnitGraph } from './check-graph.ts';
import { checkLayout } from './check-layout.ts';
import { checkMetadata } from './check-metadata.ts';
import { checkRequirements } from './check-requirements.ts';
import { checkTests } from './check-tests.ts';
import type { Composer } from './composer.ts';
import { taskFiles, type TaskFiles } from './files.ts';

/** Every group of checks; each is pure over the files of a task and never throws on them. */
const GROUPS: readonly ((files: TaskFiles) => readonly Problem[])[] = [
  checkLayout,
  checkMetadata,
  checkUnitGraph,
  checkModuleGraph,
  checkRequirements,
  checkGold,
  checkTests,
  checkCompose,
  checkDockerfile,
];

/**
 * Everything that is wrong with a task directory, in one pass: what upstream's validator rejects and what it should
 * (`task-format.md`). Sorted by place. The composition is tried only when nothing else is an error.
 */
export async function checkTask(id: string, tree: Tree, composer: Composer): Promise<readonly Problem[]> {
  const files = taskFiles(id, tree);
  const found = GROUPS.flatMap((group) => group(files));
  if (!found.some(({ severity }) => severity === 'error')) found.push(...(await checkComposition(files, composer)));
  return found.sort((a, b) => byCodeUnit(a.place, b.place) || byCodeUnit(a.code, b.code));
}

/** Whether a task may be published: warnings do not count. */
export function isAccepted(problems: readonly Problem[]): boolean {
  return problems.every(({ severity }) => severity !== 'error');
}
