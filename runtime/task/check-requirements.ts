import type { Problem } from '#schema/check.ts';
import { unitIds } from './check-graph.ts';
import { isBlank, problem, readMap } from './check-view.ts';
import type { TaskFiles } from './files.ts';
import { fileStem, slugOf } from './load-names.ts';

function requirementProblems(files: TaskFiles, name: string): readonly Problem[] {
  const path = `requirements/${name}`;
  const { values, problems } = readMap(files, path);
  if (values === null) return problems;
  const found = ['id', 'title', 'requirement']
    .filter((key) => isBlank(values[key]))
    .map((key) => problem('requirement-field', `${files.place(path)} ${key}`, 'is missing or blank', 'Fill it in.'));
  if (!isBlank(values['id']) && values['id'] !== fileStem(name)) {
    found.push(
      problem(
        'requirement-id',
        `${files.place(path)} id`,
        `is "${String(values['id'])}", but the file is ${name}`,
        'Make the id the stem of the file.',
      ),
    );
  }
  return found;
}

function shardMapProblems(files: TaskFiles, requirements: readonly string[]): readonly Problem[] {
  const { values, problems } = readMap(files, 'slug_diff_map.json');
  if (values === null) return problems;
  const place = files.place('slug_diff_map.json');
  const found: Problem[] = [];
  for (const name of requirements.filter((each) => !(each in values))) {
    found.push(problem('shard-map-keys', place, `does not name ${name}`, 'Map every requirement file to its shard.'));
  }
  for (const [name, target] of Object.entries(values)) {
    if (!requirements.includes(name))
      found.push(problem('shard-map-keys', `${place} ${name}`, 'is no requirement file', 'Remove the key.'));
    if (typeof target !== 'string' || target.startsWith('/') || target.split('/').includes('..')) {
      found.push(problem('shard-map-escapes', `${place} ${name}`, `"${String(target)}" leaves the task`, 'Point inside gold_patches/.'));
    } else if (files.file(target) === undefined) {
      found.push(problem('shard-map-target', `${place} ${name}`, `"${target}" does not exist`, 'Point at the shard.'));
    }
  }
  return found;
}

/** requirements/ and slug_diff_map.json. */
export function checkRequirements(files: TaskFiles): readonly Problem[] {
  const requirements = files
    .under('requirements')
    .map((file) => file.path)
    .filter((path) => path.endsWith('.yaml'));
  if (requirements.length === 0)
    return [problem('no-requirements', files.place('requirements'), 'holds no file', 'Write one requirement a unit.')];
  const map = readMap(files, 'slug_diff_map.json').values ?? {};
  const shards = new Map(Object.entries(map).map(([name, target]) => [fileStem(name), String(target)]));
  const orphans = unitIds(files)
    .filter((id) => slugOf(id, requirements.map(fileStem), shards) === null)
    .map((id) =>
      problem('unit-without-requirement', files.place(`requirements/${id}.yaml`), `unit "${id}" has no requirement`, 'Write it.'),
    );
  return [...requirements.flatMap((name) => requirementProblems(files, name)), ...shardMapProblems(files, requirements), ...orphans];
}
