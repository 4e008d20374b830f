import type { Capture, Import } from '../language.ts';

interface Named {
  readonly imported: string;
  readonly local: string;
}

function namesOf(list: string): Named[] {
  return list
    .split(',')
    .map((entry) => entry.trim().split(/\s+as\s+/))
    .flatMap(([imported = '', alias]) => (imported === '' ? [] : [{ imported, local: alias ?? imported }]));
}

/** `import a.b` binds `a`, and makes `a.b.x` mean a member of the module `a.b`. */
function plain(list: string, line: number, reExport: boolean): Import[] {
  return namesOf(list).flatMap(({ imported, local }) => {
    const whole = { module: imported, names: [{ local, imported: '*' }], line, reExport };
    const root = imported.split('.', 1)[0] ?? imported;
    return local !== imported || root === imported
      ? [whole]
      : [whole, { module: root, names: [{ local: root, imported: '*' }], line, reExport }];
  });
}

/**
 * `from m import a` may name a member of `m` or the submodule `m.a`: both are told, and the one that is not there resolves to
 * nothing. A module's top-level imports are members of it, hence re-exports.
 */
function fromModule(module: string, list: string, line: number, reExport: boolean): Import[] {
  if (list.trim() === '*') return [{ module, names: [{ local: '*', imported: '*' }], line, reExport }];
  const names = namesOf(list);
  const inside = module.endsWith('.') ? module : `${module}.`;
  return [
    { module, names: names.map(({ local, imported }) => ({ local, imported })), line, reExport },
    ...names.map(({ local, imported }) => ({ module: `${inside}${imported}`, names: [{ local, imported: '*' }], line, reExport })),
  ];
}

/** Reads one import statement; `nested` ones (inside a function) are no re-exports. */
export function pythonImports(statement: Capture, nested: boolean): readonly Import[] {
  const text = statement.text
    .replace(/#[^\n]*/g, '')
    .replace(/[()\\]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const line = statement.startRow + 1;
  const from = /^from ([.\s]*[\w.]*) ?import (.+)$/u.exec(text);
  if (from !== null) return fromModule((from[1] ?? '').replace(/ /g, ''), from[2] ?? '', line, !nested);
  const direct = /^import (.+)$/.exec(text);
  return direct === null ? [] : plain(direct[1] ?? '', line, !nested);
}
