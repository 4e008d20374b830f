import type { Repositories } from '#io/repository.ts';
import { entriesView } from '#io/tree-view.ts';
import { languageById } from '#languages/index.ts';
import type { Language, TestFramework, TreeView } from '#languages/language.ts';
import { roleTeller } from '#languages/roles.ts';
import type { Candidate } from '#schema/candidate.ts';
import { UserError } from '#schema/errors.ts';
import { openGold, type Gold } from './gold.ts';
import { sidesOf } from './sides.ts';

/** A candidate opened for composing and running: its gold, its language and its test framework. */
export interface OpenTask extends AsyncDisposable {
  readonly gold: Gold;
  readonly language: Language;
  readonly framework: TestFramework;
  readonly base: TreeView;
  readonly end: TreeView;
}

/**
 * Opens a candidate. The first language of its source is the one whose recipe and frameworks serve.
 * Throws UserError at the source's place when no framework is found, or the named one is unknown.
 */
export async function openTask(repositories: Repositories, candidate: Candidate): Promise<OpenTask> {
  const { source, place } = candidate.source;
  const repository = await repositories.open(source.repository, [candidate.baseCommit, candidate.endCommit]);
  const languages = source.languages.map(languageById);
  const language = languages[0];
  if (language === undefined) throw new UserError(place, 'languages is empty', 'Name at least one.');
  const tell = roleTeller(languages, source.roles);
  const sides = sidesOf((path) => tell(path).role);
  const gold = await openGold(repository, candidate, sides);
  const base = await entriesView(repository, await repository.listTree(candidate.baseTree));
  const end = await entriesView(repository, await repository.listTree(candidate.endTree));
  return {
    gold,
    language,
    framework: frameworkOf(language, end, source.recipe.framework, place),
    base,
    end,
    [Symbol.asyncDispose]: () => repository[Symbol.asyncDispose](),
  };
}

function frameworkOf(language: Language, end: TreeView, named: string | undefined, place: string): TestFramework {
  const known = language.frameworks.map((framework) => framework.name).join(', ');
  const found =
    named === undefined
      ? language.frameworks.find((framework) => framework.detect(end))
      : language.frameworks.find((framework) => framework.name === named);
  if (found !== undefined) return found;
  if (named !== undefined)
    throw new UserError(place, `recipe.framework: ${language.title} has no framework "${named}"`, `Use one of ${known}.`);
  throw new UserError(place, `no test framework of ${language.title} was found in the tree`, `Name one in recipe.framework: ${known}.`);
}
