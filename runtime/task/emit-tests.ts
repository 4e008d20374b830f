import type { TreeFile } from '#runtime/sandbox/sandbox.ts';
import type { TaskContent } from './content.ts';
import { jsonText, textFile } from './text.ts';

/** Where the admitted ids of a unit's directory are listed. */
export const SELECTED_FILE = 'selected_tests.json';
/** The directory under tests/ of the base's own test files. */
export const BASE_TESTS = '_base';

function below(directory: string, file: TreeFile): TreeFile {
  return { ...file, path: `${directory}/${file.path}` };
}

/** tests/_base and tests/<unit>: pristine files, not a byte of ours in them, and beside them the admitted ids. */
export function emitTests(task: TaskContent): readonly TreeFile[] {
  const base = task.baseTests.map((file) => below(`tests/${BASE_TESTS}`, file));
  const guards = task.baseSelected === null ? [] : [textFile(`tests/${BASE_TESTS}/${SELECTED_FILE}`, jsonText(task.baseSelected))];
  const units = task.units.flatMap(({ unit, tests, selected }) => [
    ...tests.map((file) => below(`tests/${unit.id}`, file)),
    textFile(`tests/${unit.id}/${SELECTED_FILE}`, jsonText(selected)),
  ]);
  return [...base, ...guards, ...units];
}
