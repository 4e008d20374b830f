import type { Capture, Import } from '../language.ts';

const USING = /^(?:global\s+)?using\s+(static\s+|unsafe\s+)*(?:(@?[\p{L}_][\p{L}\p{N}_]*)\s*=\s*)?([^=;()]+?)\s*;?$/u;

/** `Brew.Tins.Tin<int>` → `Brew.Tins.Tin`. */
export function plainName(text: string): string {
  let plain = text.replace(/^global\s*::/, '').replace(/\s+/g, '');
  for (let next = plain.replace(/<[^<>]*>/g, ''); next !== plain; next = plain.replace(/<[^<>]*>/g, '')) plain = next;
  return plain.replace(/@(?=\w)/g, '');
}

/** `using a.B;` and `using static a.B.C;` give all that is in it, be it a namespace or a type; an alias is the thing itself. */
export function csharpImports(statement: Capture): readonly Import[] {
  const text = statement.text.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, ' ').trim();
  const [, , alias, name] = USING.exec(text) ?? [];
  const module = name === undefined ? '' : plainName(name);
  if (!/^[\p{L}\p{N}_.]+$/u.test(module)) return [];
  const names = alias === undefined ? { local: '*', imported: '*' } : { local: alias.replace(/^@/, ''), imported: '*' };
  return [{ module, names: [names], line: statement.startRow + 1, reExport: false }];
}
