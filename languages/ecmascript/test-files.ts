import { nameOf } from '../paths.ts';

const CODE = /\.(?:[cm]?[jt]s|[jt]sx)$/;
const DECLARATIONS = /\.d\.[cm]?ts$/;
const NAMED = /(?:[._-](?:test|spec|tests|specs)|^test|^test-.+)\.(?:[cm]?[jt]s|[jt]sx)$/;
const SUPPORT =
  /(?:^|\/)(?:_[^/]*|helpers?|fixtures?|__fixtures__|__mocks__|__snapshots__|snapshots|support|setup|utils?|browser|deps|node_modules)(?:\/|\.|$)/;
const FOLDERS = /(?:^|\/)(?:test|tests|__tests__|spec|specs)\//;

/** Files that say by their name that they hold tests: `a.test.ts`, `b_spec.js`, `test.js`. */
export function isNamedTest(path: string): boolean {
  return CODE.test(path) && !DECLARATIONS.test(path) && NAMED.test(nameOf(path));
}

/** Also every file of a test folder that is no support file by convention (ava's and mocha's rule). */
export function isPlacedTest(path: string): boolean {
  if (isNamedTest(path)) return true;
  const folder = FOLDERS.exec(path);
  if (folder === null || !CODE.test(path) || DECLARATIONS.test(path)) return false;
  return !SUPPORT.test(path.slice(folder.index + folder[0].length));
}

/** A call that opens a case, with its literal title: `it('…')`, `test.only("…")`, `it.each(…)('…')`. */
export const CASE_CALL =
  /(?:^|[\s;,({!])(?:it|test|t\.test|specify|bench)(?:\.[\w.]+)*(?:\([^'"`]*\))?\(\s*(?<quote>['"`])(?<title>(?:\\.|(?!\k<quote>).)+)\k<quote>/;
