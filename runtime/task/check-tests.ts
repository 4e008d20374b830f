import { z } from 'zod';
import type { Problem } from '#schema/check.ts';
import { SelectedTests } from '#schema/task.ts';
import { problem, readMap, schemaProblems, warning } from './check-view.ts';
import { unitIds } from './check-graph.ts';
import { BASE_TESTS, SELECTED_FILE } from './emit-tests.ts';
import type { TaskFiles } from './files.ts';
import { readRecord } from './read.ts';
import { sameName } from './load-names.ts';
import { Lifetime, TaskEnvironment } from './records.ts';

function selectedProblems(files: TaskFiles, directory: string, guardsOnly: boolean): readonly Problem[] {
  const path = `tests/${directory}/${SELECTED_FILE}`;
  const read = readRecord(files, path, SelectedTests);
  if (read === null)
    return guardsOnly
      ? []
      : [warning('selected-missing', files.place(path), 'is missing', 'Without admitted ids our judge cannot judge the unit.')];
  if (read.value === null) {
    const foreign = readRecord(files, path, z.array(z.string()));
    return foreign?.value != null ? [] : read.problems.map((found) => ({ ...found, code: 'selected-shape' }));
  }
  const { files: run, fail_to_pass: f2p, pass_to_pass: p2p } = read.value;
  const place = files.place(path);
  const absent = run.filter((name) => [directory, BASE_TESTS].every((dir) => files.file(`tests/${dir}/${name}`) === undefined));
  const ids = [...f2p, ...p2p];
  const twice = ids.filter((id, index) => ids.indexOf(id) < index);
  return [
    ...absent.map((name) =>
      problem('selected-file', `${place} files`, `"${name}" is in neither tests/${directory}/ nor tests/${BASE_TESTS}/`, 'Add the file.'),
    ),
    ...(f2p.length === 0 && !guardsOnly
      ? [problem('selected-empty', `${place} fail_to_pass`, 'is empty', 'A unit is told by a test that fails without it.')]
      : []),
    ...[...new Set(twice)].map((id) => problem('selected-twice', place, `"${id}" is listed twice`, 'List each id once.')),
  ];
}

/** Our own tasks only: the evidence that the graph and the runtime lean on. */
function evidenceProblems(files: TaskFiles): readonly Problem[] {
  const edges = files.text('evidence/edges.jsonl');
  if (edges === null) return [];
  const known = new Set([...edges.matchAll(/^\{"id":"([^"]+)"/gm)].map((match) => match[1]));
  const { values } = readMap(files, 'unit_dag.json');
  const Evidenced = z.object({
    edges: z.array(z.looseObject({ from: z.string(), to: z.string(), evidence: z.array(z.string()).default([]) })),
  });
  const graph = Evidenced.safeParse(values);
  if (!graph.success) return [];
  return graph.data.edges.flatMap((edge, index) => {
    const at = `${files.place('unit_dag.json')} edges.${index}.evidence`;
    if (edge.evidence.length === 0)
      return [problem('edge-without-evidence', at, `${edge.from} → ${edge.to} has none`, 'An edge is admitted by evidence only.')];
    return edge.evidence
      .filter((id) => !known.has(id))
      .map((id) => problem('edge-evidence', at, `"${id}" is not in evidence/edges.jsonl`, 'Add it.'));
  });
}

/** tests/<unit>/selected_tests.json and evidence/. */
export function checkTests(files: TaskFiles): readonly Problem[] {
  const directories = files.directories('tests').filter((name) => name !== BASE_TESTS);
  const units = unitIds(files).flatMap((id) => sameName(directories, id) ?? []);
  return [
    ...units.flatMap((directory) => selectedProblems(files, directory, false)),
    ...selectedProblems(files, BASE_TESTS, true),
    ...evidenceProblems(files),
    ...schemaProblemsOf(files),
  ];
}

function schemaProblemsOf(files: TaskFiles): readonly Problem[] {
  const lifetimes = readRecord(files, 'evidence/lifetimes.json', z.array(Lifetime))?.problems ?? [];
  return [
    ...schemaProblems(files, 'evidence/environment.json', TaskEnvironment, 'evidence-shape'),
    ...lifetimes.map((found) => ({ ...found, code: 'evidence-shape' })),
  ];
}
