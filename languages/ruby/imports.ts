import type { Capture, Import } from '../language.ts';

const STRING = `(?:"([^"#]+)"|'([^']+)')`;
/** `require`, `load` or `require_relative` of a literal; `autoload :Name, 'path'`. */
const LITERAL = new RegExp(
  String.raw`^(?:\w+\s*\.\s*)?(require_relative|require|load|autoload)[\s(]+(?::\w+\s*,\s*|["']\w+["']\s*,\s*)?${STRING}\s*\)?$`,
);
/** `File.expand_path('../lid', __FILE__)`, `File.join(__dir__, 'lid')`, `"#{__dir__}/lid"`, alone or after a constant's name. */
const EXPANDED = new RegExp(String.raw`File\.expand_path[\s(]+${STRING}\s*,\s*(__FILE__|__dir__)`);
const JOINED = new RegExp(String.raw`File\.join[\s(]+(?:__dir__|File\.dirname[\s(]+__FILE__\)?)\s*,\s*${STRING}`);
const INSIDE = /"#\{(?:__dir__|File\.dirname[\s(]+__FILE__\)?)\}\/([^"#]+)"/;

/**
 * The file that a statement loads: nothing is named by it, since constants are in view of all that is loaded. A module that starts
 * with a dot lies beside the file, others on the load path.
 */
function moduleOf(text: string): string | null {
  const [, verb = '', double, single] = LITERAL.exec(text) ?? [];
  const path = double ?? single;
  if (path !== undefined) {
    if (verb === 'require_relative') return `./${path}`;
    return path.replace(/^\.\//, '');
  }
  const expanded = EXPANDED.exec(text);
  if (expanded !== null) {
    const inner = expanded[1] ?? expanded[2] ?? '';
    // The path of the file itself counts as a folder there.
    return expanded[3] === '__dir__' ? `./${inner}` : inner.startsWith('../') ? `./${inner.slice(3)}` : null;
  }
  const joined = JOINED.exec(text);
  const beside = joined?.[1] ?? joined?.[2] ?? INSIDE.exec(text)?.[1];
  return beside === undefined ? null : `./${beside.replace(/^\//, '')}`;
}

export function rubyImports(statement: Capture): readonly Import[] {
  const module = moduleOf(statement.text.trim());
  return module === null ? [] : [{ module, names: [], line: statement.startRow + 1, reExport: false }];
}
