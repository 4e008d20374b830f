import { z } from 'zod';
import type { Problem } from '#schema/check.ts';
import { isBlank, isValues, listOf, problem, readMap, schemaProblems, type Values } from './check-view.ts';
import type { TaskFiles } from './files.ts';

/** Parsers of upstream's runner that a task may name, and formats of result sources. Ours emits the first of each. */
const KNOWN_PARSERS: ReadonlySet<string> = new Set(['pytest', 'junit']);
const KNOWN_FORMATS: ReadonlySet<string> = new Set(['pytest', 'junit', 'stdout']);
const DIFFICULTIES: ReadonlySet<unknown> = new Set(['easy', 'medium', 'hard', 'very_hard']);
const PROVENANCE = ['source_url', 'source_repository_url', 'source_base_revision', 'proposal_url', 'license_status'];
const TIMES = [
  'max_agent_timeout_sec',
  'max_test_timeout_sec',
  'estimated_duration_sec',
  'expert_time_estimate_min',
  'junior_time_estimate_min',
];

const Shape = z.looseObject({
  tags: z.array(z.string()).optional(),
  category: z.string().optional(),
  docker: z.looseObject({ compose_file: z.string().optional() }).optional(),
  result_sources: z
    .array(z.looseObject({ format: z.string(), path: z.string().optional(), required: z.boolean(), fallback: z.boolean() }))
    .optional(),
  units: z.array(z.looseObject({ unit_id: z.string(), parents: z.array(z.string()), layer: z.number().int() })).optional(),
});

function checkTexts(values: Values, place: string): readonly Problem[] {
  const found: Problem[] = [];
  if (isBlank(values['instruction']))
    found.push(problem('blank-instruction', `${place} instruction`, 'is blank', 'Write the instruction.'));
  for (const key of ['author_name', 'author_email']) {
    const value = values[key];
    if (isBlank(value) || String(value).trim().toLowerCase() === 'unknown') {
      found.push(problem('blank-author', `${place} ${key}`, 'names nobody', 'Name the author.'));
    }
  }
  const parser = values['parser_name'];
  if (isBlank(parser)) found.push(problem('blank-parser', `${place} parser_name`, 'is not set', 'Set it to pytest.'));
  else if (!KNOWN_PARSERS.has(String(parser))) {
    found.push(
      problem(
        'unknown-parser',
        `${place} parser_name`,
        `"${String(parser)}" is no known parser`,
        `Known: ${[...KNOWN_PARSERS].join(', ')}.`,
      ),
    );
  }
  if (!DIFFICULTIES.has(values['difficulty'])) {
    found.push(problem('bad-difficulty', `${place} difficulty`, 'is none of easy, medium, hard, very_hard', 'Choose one.'));
  }
  return found;
}

function checkTimes(values: Values, place: string): readonly Problem[] {
  return TIMES.filter((key) => key in values && !(typeof values[key] === 'number' && Number.isFinite(values[key]) && values[key] > 0)).map(
    (key) => problem('bad-time', `${place} ${key}`, 'is no positive number', 'Give seconds or minutes above 0.'),
  );
}

function checkReferences(values: Values, place: string): readonly Problem[] {
  const found: Problem[] = [];
  const compose = isValues(values['docker']) ? values['docker']['compose_file'] : undefined;
  if (typeof compose === 'string' && (compose.startsWith('/') || compose.split('/').includes('..'))) {
    found.push(
      problem('compose-path', `${place} docker.compose_file`, `"${compose}" leaves the task`, 'Give a path inside the task directory.'),
    );
  }
  const given = PROVENANCE.filter((key) => !isBlank(values[key]));
  if (given.length > 0 && given.length < PROVENANCE.length) {
    const absent = PROVENANCE.filter((key) => !given.includes(key));
    found.push(problem('partial-provenance', place, `has ${given.join(', ')} but not ${absent.join(', ')}`, 'Give all of them or none.'));
  }
  for (const [index, source] of listOf(values['result_sources']).entries()) {
    const format = isValues(source) ? source['format'] : undefined;
    if (typeof format === 'string' && !KNOWN_FORMATS.has(format)) {
      found.push(
        problem(
          'unknown-format',
          `${place} result_sources.${index}.format`,
          `"${format}" is no known format`,
          `Known: ${[...KNOWN_FORMATS].join(', ')}.`,
        ),
      );
    }
  }
  return found;
}

/** task.yaml. */
export function checkMetadata(files: TaskFiles): readonly Problem[] {
  const { values, problems } = readMap(files, 'task.yaml');
  if (values === null) return problems;
  const place = files.place('task.yaml');
  return [
    ...schemaProblems(files, 'task.yaml', Shape, 'shape'),
    ...checkTexts(values, place),
    ...checkTimes(values, place),
    ...checkReferences(values, place),
  ];
}
