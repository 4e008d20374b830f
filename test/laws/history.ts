import fc from 'fast-check';
import { baseTree, type Entry, isText, type Told, type Tree } from './model.ts';
import { pick, pickDefinition } from './choosing.ts';
import { carryOut, type Edit, KINDS } from './edits.ts';

interface ScriptedChange {
  readonly edits: readonly Edit[];
  /** 0: no tests; 1: in a shared file; 2: in a file of its own; 3: tests that call what the package defines. */
  readonly tests: number;
  readonly title: 'plain' | 'fix' | 'pull' | 'again' | 'revert';
  readonly which: number;
  readonly days: number;
}

const edit = fc.record({
  kind: fc.constantFrom(
    ...KINDS,
    'replace' as const,
    'replace' as const,
    'insert' as const,
    'replace' as const,
    'use' as const,
    'use' as const,
    'define' as const,
    'define-class' as const,
    'subclass' as const,
  ),
  file: fc.nat(99),
  other: fc.nat(99),
  at: fc.nat(60),
  size: fc.nat(3),
});
const change: fc.Arbitrary<ScriptedChange> = fc.record({
  edits: fc.array(edit, { minLength: 1, maxLength: 3 }),
  tests: fc.nat(3),
  title: fc.constantFrom('plain', 'plain', 'plain', 'fix', 'pull', 'again', 'revert'),
  which: fc.nat(99),
  days: fc.nat(9),
});
/** Lines of four to twelve changes over the same base. */
export const scriptedHistory: fc.Arbitrary<readonly ScriptedChange[]> = fc.array(change, { minLength: 4, maxLength: 12 });

/** The history that a seed stands for, the same on every machine. */
export function historyOfSeed(seed: number): readonly ScriptedChange[] {
  const [script] = fc.sample(scriptedHistory, { seed, numRuns: 1, unbiased: true });
  if (script === undefined) throw new Error(`seed ${seed} gives no history`);
  return script;
}

/** Plays a script: the base, then a commit for each change. */
export function played(script: readonly ScriptedChange[]): Told[] {
  const told: Told[] = [{ subject: 'base', tree: baseTree(), day: 0, pr: null }];
  const gone = new Map<string, Entry>();
  let day = 0;
  let serial = 0;
  for (const [index, { edits, tests, title, which, days }] of script.entries()) {
    day += days;
    const position = index + 1;
    const before = told.at(-1)?.tree ?? new Map<string, Entry>();
    const target = told[1 + (which % Math.max(1, index))];
    if (title === 'revert' && index > 0 && target !== undefined) {
      told.push({
        subject: `Revert "${target.subject}"`,
        tree: reverted(before, told[told.indexOf(target) - 1]?.tree ?? before, target.tree),
        day,
        pr: null,
      });
      continue;
    }
    const files = new Map(before);
    for (const each of edits) {
      serial += 1;
      carryOut({ files, gone, serial }, each);
    }
    if (tests > 0) addTests(files, tests, position, which);
    const pulls = told.flatMap((each) => each.pr ?? []);
    const pr =
      title === 'again' ? (pick(pulls, which) ?? null) : title === 'pull' ? { number: 100 + position, verified: which % 2 === 0 } : null;
    told.push({ subject: title === 'fix' ? `Fix thing ${position}` : `change ${position}`, tree: files, day, pr });
  }
  return told;
}

function addTests(files: Map<string, Entry>, tests: number, position: number, which: number): void {
  const path = tests === 1 ? 'tests/test_base.py' : `tests/test_${position}.py`;
  const entry = files.get(path);
  const text = isText(entry) ? entry.text : '';
  const target = tests === 3 ? pickDefinition(files, path, /^def (\w+)/gm, which) : undefined;
  const body = target === undefined ? `assert ${position}` : `assert ${target.name}(${position})`;
  const head = target === undefined ? '' : `from ${target.module} import ${target.name}\n`;
  files.set(path, { mode: '100644', text: `${head}${text}\n\ndef test_${position}():\n    ${body}\n` });
}

/** Every path that lay otherwise before the change lies so again; where later changes touched it too, theirs are lost. */
function reverted(now: Tree, before: Tree, after: Tree): Tree {
  const files = new Map(now);
  for (const path of new Set([...before.keys(), ...after.keys()])) {
    const [was, became] = [before.get(path), after.get(path)];
    if (was?.text === became?.text && was?.mode === became?.mode) continue;
    files.delete(path);
    if (was === undefined) continue;
    for (const other of [...files.keys()]) if (other.startsWith(`${path}/`) || path.startsWith(`${other}/`)) files.delete(other);
    files.set(path, was);
  }
  return files;
}
