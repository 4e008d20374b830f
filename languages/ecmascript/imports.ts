import type { Capture, Import } from '../language.ts';

type Name = Import['names'][number];

function stripped(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\/|(^|[^:'"`])\/\/[^\n]*/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

/** `a, b as c, type T, default as d` with `as` or `:` → names, imported first. */
function listed(list: string, separator: RegExp): { imported: string; local: string }[] {
  return list
    .split(',')
    .map((entry) =>
      entry
        .replace(/^\s*type /, '')
        .replace(/=.*$/, '')
        .trim()
        .split(separator),
    )
    .flatMap(([imported = '', local]) =>
      /^(?:[\w$]+|["'].*["'])$/u.test(imported) ? [{ imported: unquoted(imported), local: unquoted(local ?? imported) }] : [],
    );
}

function unquoted(text: string): string {
  return text.replace(/^["']|["']$/g, '');
}

/** `D, { a as b }, * as ns` → names. */
function clause(text: string): Name[] {
  const braces = /\{(.*)\}/.exec(text)?.[1] ?? '';
  const rest = text
    .replace(/\{.*\}/, '')
    .split(',')
    .map((part) => part.trim());
  const whole = rest.flatMap((part): Name[] => {
    const namespace = /^\* as ([\w$]+)$/.exec(part)?.[1];
    if (namespace !== undefined) return [{ local: namespace, imported: '*' }];
    return /^[\w$]+$/.test(part) ? [{ local: part, imported: 'default' }] : [];
  });
  return [...whole, ...listed(braces, / as /).map(({ imported, local }) => ({ local, imported }))];
}

function exportNames(text: string): Name[] {
  const namespace = /^export (?:type )?\* as (\S+)/.exec(text)?.[1];
  if (namespace !== undefined) return [{ local: unquoted(namespace), imported: '*' }];
  if (/^export (?:type )?\*/.test(text)) return [{ local: '*', imported: '*' }];
  return listed(/\{(.*)\}/.exec(text)?.[1] ?? '', / as /).map(({ imported, local }) => ({ local, imported }));
}

/** `const x = require('m')` is the module's object, which both the default and the namespace may be. */
function targetNames(target: string, member: string | null): Name[] {
  const braces = /^\{(.*)\}$/.exec(target)?.[1];
  if (braces !== undefined) return listed(braces, /\s*:\s*/).map(({ imported, local }) => ({ local, imported }));
  if (!/^[\w$]+$/.test(target)) return [];
  if (member !== null) return [{ local: target, imported: member }];
  return [
    { local: target, imported: '*' },
    { local: target, imported: 'default' },
  ];
}

const QUOTED = /(["'`])((?:(?!\1).)+)\1/;

/** Reads an import, a re-export, or a `require`/`import()` of a literal with what it is assigned to. */
export function ecmascriptImports(statement: Capture): readonly Import[] {
  const text = stripped(statement.text);
  const line = statement.startRow + 1;
  if (/^export\b/.test(text)) {
    const module = /from (["'])(.+?)\1/.exec(text)?.[2];
    return module === undefined ? [] : [{ module, names: exportNames(text), line, reExport: true }];
  }
  const declared = /^(\{.*?\}|[\w$]+)(?:\s*:[^=]+)?\s*=\s*(.*)$/.exec(text);
  if (declared !== null && !/^import\b/.test(text)) {
    const module = QUOTED.exec(declared[2] ?? '')?.[2];
    const member = /\)\.([\w$]+)/.exec(declared[2] ?? '')?.[1] ?? null;
    return module === undefined ? [] : [{ module, names: targetNames(declared[1] ?? '', member), line, reExport: false }];
  }
  const module = /(?:from |import |\(\s*)(["'`])(.+?)\1/.exec(text)?.[2];
  if (module === undefined || module.includes('${')) return [];
  const assigned = /^import (?:type )?([\w$]+) = require/.exec(text)?.[1];
  if (assigned !== undefined) return [{ module, names: targetNames(assigned, null), line, reExport: false }];
  const names = /^import (?:type )?(?!\()(.+?) from /.exec(text)?.[1];
  return [{ module, names: names === undefined ? [] : clause(names), line, reExport: false }];
}

/**
 * Exports of the file's own names: `export { a as b }`, `export default a`, `module.exports = { a, b: c }`, `exports.a = a`,
 * and a bare name for one of several declarators after `export const`.
 * The module `''` is the file itself; the local name is the one others import.
 */
export function ownExports(statement: string, line: number): readonly Import[] {
  const text = stripped(statement).replace(/^(?:@[\w$.]+(?:\(.*?\))? )+(?=export)/, '');
  const self = (names: readonly Name[]): Import[] => (names.length === 0 ? [] : [{ module: '', names, line, reExport: true }]);
  if (/^[\w$]+$/.test(text)) return self([{ local: text, imported: text }]);
  const braces = /^export (?:type )?\{(.*)\}/.exec(text)?.[1];
  if (braces !== undefined) return self(listed(braces, / as /).map(({ imported, local }) => ({ local, imported })));
  const byDefault = /^export default (?:async )?(?:abstract )?(?:(?:function\b\s*\*?|class\b)\s*)?([\w$]+)/.exec(text)?.[1];
  if (byDefault !== undefined)
    return self(/^(?:extends|async|function|class|new|await)$/.test(byDefault) ? [] : [{ local: 'default', imported: byDefault }]);
  const single = /^(?:module\.)?exports\.([\w$]+) = ([\w$]+);?$/.exec(text);
  if (single !== null) return self([{ local: single[1] ?? '', imported: single[2] ?? '' }]);
  const object = /^module\.exports = \{(.*)\};?$/.exec(text)?.[1];
  if (object !== undefined) return self(listed(object, /\s*:\s*/).map(({ imported, local }) => ({ local: imported, imported: local })));
  const whole = /^(?:module\.exports|export) = (?:function\s*\*?\s*|class\s+)?([\w$]+)/.exec(text)?.[1];
  return whole === undefined ? [] : self([{ local: 'default', imported: whole }]);
}
