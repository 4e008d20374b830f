import type { Capture, Import } from '../language.ts';

/** `import a.b.Pot as Kettle` is the name `Pot` of `a.b`, be that a package or a type; what a companion holds is its class's. */
export function kotlinImports(statement: Capture): readonly Import[] {
  const text = statement.text
    .replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, ' ')
    .replaceAll('`', '')
    .trim();
  const [, path = '', star, alias] = /^import\s+([\p{L}\p{N}_.]+?)(\.\*)?(?:\s+as\s+(\w+))?$/u.exec(text) ?? [];
  if (path === '') return [];
  const line = statement.startRow + 1;
  const name = path.replaceAll('.Companion', '');
  if (star !== undefined) return [{ module: name, names: [{ local: '*', imported: '*' }], line, reExport: false }];
  const imported = name.slice(name.lastIndexOf('.') + 1);
  return [{ module: name.slice(0, -imported.length - 1), names: [{ local: alias ?? imported, imported }], line, reExport: false }];
}
