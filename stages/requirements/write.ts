import type { Progress } from '#pipeline/stage.ts';
import type { Repository } from '#io/repository.ts';
import { treeView } from '#io/tree-view.ts';
import { languageOfPath } from '#languages/index.ts';
import { dropped, kept, type Outcome } from '#schema/outcome.ts';
import type { Recovered } from '#schema/dag.ts';
import type { Oid } from '#schema/primitives.ts';
import type { Instructed, InstructedUnit } from '#schema/task.ts';
import type { World } from '../world.ts';
import { bindingsOf } from './bindings.ts';
import { gatherMaterial } from './gather.ts';
import { goldLeaks } from './gold-leak.ts';
import { identityLeaks, identityOf } from './identity.ts';
import { instructionOf } from './instruction.ts';
import { requirementOf } from './requirement.ts';
import { codeOnly, identifiers } from './tokens.ts';

/**
 * Writes one requirement a unit and the task's instruction, without a model (paper, section 2.5; appendix E). A requirement that
 * shows the source's identity or gold lines drops the task: `identity-leak`, `gold-leak`.
 */
export async function writeRequirements(
  recovered: Recovered,
  io: Pick<World, 'repositories' | 'parser'>,
  progress: Progress,
): Promise<Outcome<Instructed>> {
  const { candidate, units } = recovered;
  const { source } = candidate.source;
  await using repository = await io.repositories.open(source.repository, [candidate.baseCommit, candidate.endCommit]);
  const people = candidate.changes.map((change) => change.authorName);
  const emails = candidate.changes.map((change) => change.authorEmail);
  const commits = [candidate.baseCommit, candidate.endCommit, ...candidate.changes.map((change) => change.id)];
  const identity = identityOf(source.repository, people, emails, commits);
  const vocabulary = await vocabularyOf(repository, candidate.baseTree);
  const instructed: Record<string, InstructedUnit> = {};
  for (const [index, unit] of units.entries()) {
    progress.step('writing requirements', index, units.length);
    const material = await gatherMaterial(repository, io.parser, unit, source.languages);
    const made = requirementOf(material, bindingsOf(material, vocabulary), moduleName, identity);
    const text = `${made.requirement.title}\n${made.requirement.requirement}\n${made.acceptance.join('\n')}`;
    const told = identityLeaks(text, identity);
    if (told.length > 0) return dropped('identity-leak', `${unit.id}: ${told.slice(0, 5).join('; ')}`);
    const gold = goldLeaks(text, material);
    if (gold.length > 0) return dropped('gold-leak', `${unit.id}: ${gold.slice(0, 3).join(' | ')}`);
    instructed[unit.id] = made;
  }
  return kept({ recovered, instruction: instructionOf(units.length), units: instructed });
}

/** The module as tests name it: its path without the ending, which is what an import states in one form or another. */
function moduleName(path: string): string {
  const language = languageOfPath(path);
  const ending = language?.extensions.find((extension) => path.endsWith(extension));
  return ending === undefined ? path : path.slice(0, -ending.length);
}

/** Names that the source files of a tree use in code. */
async function vocabularyOf(repository: Repository, tree: Oid): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  const view = await treeView(repository, tree, (path) => languageOfPath(path) !== null);
  for (const path of view.paths) for (const name of identifiers(codeOnly(view.text(path) ?? ''))) names.add(name);
  return names;
}
