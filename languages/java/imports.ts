import type { Capture, Import } from '../language.ts';

function withoutComments(text: string): string {
  return text.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, ' ');
}

/**
 * `import a.B;` is the name `B` of `a`, be that a package or, as in `import static a.B.of;`, a type; a star is all its names.
 * A module requires another by the module `module a.b`, apart from packages, which may be called the same, and exports packages.
 */
export function javaImports(statement: Capture): readonly Import[] {
  const text = withoutComments(statement.text).replace(/\s+/g, ' ').trim();
  const line = statement.startRow + 1;
  const imported = /^import (?:static )?([\w$. ]+?)(\. ?\*)? ?;?$/u.exec(text) ?? /^import (?:static )?([^;*]+?)(\. ?\*)? ?;?$/u.exec(text);
  if (imported !== null) {
    const name = (imported[1] ?? '').replaceAll(' ', '');
    if (imported[2] !== undefined) return [{ module: name, names: [{ local: '*', imported: '*' }], line, reExport: false }];
    const last = name.slice(name.lastIndexOf('.') + 1);
    return [{ module: name.slice(0, -last.length - 1), names: [{ local: last, imported: last }], line, reExport: false }];
  }
  const [, verb = '', name = ''] = /^(requires|exports|opens) (?:transitive |static )*([\w.]+)/.exec(text) ?? [];
  if (name === '') return [];
  const module = verb === 'requires' ? `module ${name}` : name;
  return [{ module, names: [{ local: name, imported: '*' }], line, reExport: verb === 'exports' }];
}

/** A type by its full name, `com.leaf.Pot` or longer: by convention packages are lower case, types are not. */
export function fullName(path: Capture): Import | null {
  const name = /^(\p{Ll}[\p{L}\p{N}_]*(?:\s*\.\s*\p{Ll}[\p{L}\p{N}_]*)+)\s*\.\s*\p{Lu}/u.exec(path.text)?.[1]?.replace(/\s+/g, '');
  if (name === undefined || /^(?:this|super)\./.test(name)) return null;
  return { module: name, names: [{ local: name, imported: '*' }], line: path.startRow + 1, reExport: false };
}
