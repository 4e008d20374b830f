import { UserError } from '#schema/errors.ts';
import { c } from './c.ts';
import { cpp } from './cpp.ts';
import { csharp } from './csharp.ts';
import { go } from './go.ts';
import { java } from './java.ts';
import { javascript } from './javascript.ts';
import { kotlin } from './kotlin.ts';
import type { Language, TestFramework } from './language.ts';
import { nameOf } from './paths.ts';
import { php } from './php.ts';
import { python } from './python.ts';
import { ruby } from './ruby.ts';
import { rust } from './rust.ts';
import { tsx, typescript } from './typescript.ts';

/** Every language that is known. Adding one is one file, one line here and one in grammars.ts, and its fixture. */
export const languages: readonly Language[] = [python, typescript, tsx, javascript, go, rust, java, ruby, csharp, php, kotlin, cpp, c];

/** The language with this id. Throws UserError on an unknown one. */
export function languageById(id: string): Language {
  const found = languages.find((one) => one.id === id);
  if (found !== undefined) return found;
  throw new UserError('languages', `no language is called "${id}"`, `Known are ${languages.map((one) => one.id).join(', ')}.`);
}

/** A framework by name, among all languages; ids of tests start with it. Throws UserError on an unknown one. */
export function frameworkByName(name: string): TestFramework {
  const found = languages.flatMap((one) => one.frameworks).find((one) => one.name === name);
  if (found !== undefined) return found;
  const names = [...new Set(languages.flatMap((one) => one.frameworks.map((framework) => framework.name)))];
  throw new UserError('languages', `no test framework is called "${name}"`, `Known are ${names.join(', ')}.`);
}

/** Languages that claim the ending of a path, the longest ending that any claims. */
export function claimantsOf(path: string): readonly Language[] {
  const name = nameOf(path);
  const claimed = languages.flatMap((one) =>
    one.extensions.filter((extension) => name.endsWith(extension) && name !== extension).map((extension) => ({ one, extension })),
  );
  const longest = Math.max(0, ...claimed.map(({ extension }) => extension.length));
  return claimed.filter(({ extension }) => extension.length === longest).map(({ one }) => one);
}

/**
 * The language of a file: by extension; a file without one by the interpreter that its first line (`#!…`) names.
 * Of several that claim an extension it is the first of `preferred` (ids, as a source lists its languages), else the first of the list.
 * Null when no language claims it: then there is no symbol evidence from it.
 */
export function languageOfPath(path: string, firstLine = '', preferred: readonly string[] = []): Language | null {
  const claimants = claimantsOf(path);
  const best = preferred.flatMap((id) => claimants.filter((one) => one.id === id))[0] ?? claimants[0];
  if (best !== undefined) return best;
  const name = nameOf(path);
  if (name.lastIndexOf('.') > 0 || !firstLine.startsWith('#!')) return null;
  const words = firstLine.slice(2).trim().split(/\s+/).map(nameOf);
  const program = (words[0] === 'env' ? words.find((word, index) => index > 0 && !word.startsWith('-')) : words[0]) ?? '';
  return languages.find((one) => one.shebangs.includes(program.replace(/[\d.]+$/, ''))) ?? null;
}
