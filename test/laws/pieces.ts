import type { NormalFile } from '#schema/change.ts';
import type { Evidence } from '#schema/dag.ts';
import { count, type Law, type Tally, type Walked } from './law.ts';
import { GENERATED_HEADER, isDeniedName, isSetAsideName } from './model.ts';
import { differsBy } from './ownership.ts';
import { Texts } from './texts.ts';

/** Evidence that composing found, not hunks or symbols: it may stand on any file that units are composed of. */
const COMPOSED = 'does-not-apply-without';

async function isDenied(texts: Texts, tree: string, path: string): Promise<boolean> {
  if (isDeniedName(path)) return true;
  const [first] = path.startsWith('tests/') ? [] : ((await texts.lines(tree, path)) ?? []);
  return first?.startsWith(GENERATED_HEADER) === true;
}

/** The file of a change that a piece speaks of: edits name the old path, references the new one. */
function fileOf(files: readonly NormalFile[], { kind, path }: Evidence): NormalFile | undefined {
  const old = kind === 'edits-lines-of' || kind === 'edits-inside';
  return (
    files.find((file) => (old ? (file.oldPath ?? file.path) === path && file.status !== 'C' : file.path === path)) ??
    files.find((file) => file.path === path)
  );
}

/** Denied files bear no evidence by hunk or symbol, set-aside ones none at all, and every denial is told. */
export const denial: Law = {
  name: 'denied files bear no evidence',
  async check(walked, tally) {
    const texts = new Texts(walked);
    const { candidate, evidence, denied } = walked.recovered;
    const wrong: string[] = [];
    const byId = new Map(candidate.changes.map((change) => [change.id, change]));
    for (const piece of evidence) {
      const change = byId.get(piece.change);
      if (change === undefined) continue;
      count(tally, 'pieces');
      const file = fileOf(change.files, piece);
      // A file that a change deletes is judged by its last text.
      const gone = file === undefined || file.status === 'D';
      const [tree, path] = gone ? [change.before, piece.path] : [change.after, file.path];
      const refused = piece.kind === COMPOSED ? isSetAsideName(piece.path) : await isDenied(texts, tree, path);
      if (refused) wrong.push(`${piece.id} (${piece.kind}) stands on ${piece.path}`);
      if (piece.definedIn !== null && isDeniedName(piece.definedIn)) wrong.push(`${piece.id} names a definition in ${piece.definedIn}`);
    }
    const told = new Set(denied.map((each) => each.path));
    for (const file of candidate.changes.flatMap((change) => change.files)) {
      if (!isDeniedName(file.path)) continue;
      count(tally, 'denied files');
      if (!told.has(file.path)) wrong.push(`the denial of ${file.path} is not told`);
    }
    return wrong;
  },
};

/** Each piece can be checked by hand: its units hold its changes, its lines are there, and git says who introduced them. */
export const presence: Law = {
  name: 'evidence is really there',
  async check(walked, tally) {
    const texts = new Texts(walked);
    const { units, evidence } = walked.recovered;
    const unitOf = new Map(units.flatMap((unit) => unit.steps.map((step) => [step.change, unit.id] as const)));
    const wrong: string[] = [];
    for (const piece of evidence) {
      count(tally, piece.kind);
      const say = (what: string): void => void wrong.push(`${piece.id} (${piece.kind}, ${piece.path}:${piece.lines.join()}) ${what}`);
      if (unitOf.get(piece.introducedBy) !== piece.from) say(`is not introduced in ${piece.from}`);
      if (unitOf.get(piece.change) !== piece.to) say(`is no change of ${piece.to}`);
      for (const what of await faults(walked, texts, piece, tally)) say(what);
    }
    return wrong;
  },
};

async function faults(walked: Walked, texts: Texts, piece: Evidence, tally: Tally): Promise<readonly string[]> {
  const { commits, recovered } = walked;
  const at = commits.indexOf(piece.change);
  const introducer = commits.indexOf(piece.introducedBy);
  const change = recovered.candidate.changes[at - 1];
  if (change === undefined || introducer < 1) return ['names no change of the range'];
  switch (piece.kind) {
    case 'edits-lines-of': {
      const blamed = (await texts.lines(change.before, piece.path)) === null ? [] : await texts.blame(at - 1, piece.path, true);
      const others = piece.lines.filter((line) => blamed[line - 1] !== introducer);
      if (piece.lines.length === 0) return ['names no line'];
      const trace = others.length === 0 ? null : await differsBy(walked, at - 1, piece.path);
      count(tally, trace === null ? 'lines that git blames on the introducer' : `lines that differ by ${trace}`, piece.lines.length);
      // Wherever git's pairing leads, the lines themselves are there.
      if (trace !== null) return piece.lines.some((line) => line < 1 || line > blamed.length) ? ['names a line that is not there'] : [];
      return others.map((line) => `line ${line} is of change ${blamed[line - 1] ?? 'nobody'}, not ${introducer}`);
    }
    case 'edits-inside': {
      const before = await texts.lines(change.before, piece.path);
      const after = await texts.lines(change.after, piece.definedIn ?? '');
      const [line = 0] = piece.lines;
      if (before === null || line < 1 || line > Math.max(1, before.length)) return ['names a line that is not there'];
      return after !== null && saysName(after, piece.symbol) ? [] : ['names a definition that is not there'];
    }
    case 'imports':
    case 'calls':
    case 'extends':
    case 'test-exercises': {
      if (at <= introducer) return ['uses what comes later'];
      const after = (await texts.lines(change.after, piece.path)) ?? [];
      const silent = piece.lines.filter((line) => !saysName([after[line - 1] ?? ''], piece.symbol ?? moduleName(piece.definedIn)));
      if (piece.lines.length === 0) return ['names no line'];
      const defined = await texts.lines(change.after, piece.definedIn ?? '');
      const missing = defined !== null && saysName(defined, piece.symbol) ? [] : ['names a definition that is not there'];
      return [...missing, ...silent.map((line) => `line ${line} does not say ${piece.symbol}`)];
    }
    default:
      return [];
  }
}

function saysName(lines: readonly string[], qualified: string | null): boolean {
  const name = qualified?.split('.').at(-1) ?? '';
  return name === '' || lines.some((line) => line.split(/[^\p{L}\p{N}_$]+/u).includes(name));
}

function moduleName(path: string | null): string {
  const parts = (path ?? '').replace(/\.\w+$/, '').split('/');
  return parts.at(-1) === '__init__' ? (parts.at(-2) ?? '') : (parts.at(-1) ?? '');
}
