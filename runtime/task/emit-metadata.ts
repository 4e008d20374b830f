import type { TreeFile } from '#runtime/sandbox/sandbox.ts';
import { byCodeUnit } from '#schema/primitives.ts';
import type { z } from 'zod';
import type { TaskUnitEntry, TaskYaml } from '#schema/task.ts';
import type { TaskContent, UnitContent } from './content.ts';
import { BASE_TESTS } from './emit-tests.ts';
import { textFile, yamlText } from './text.ts';

function unitEntry({ unit, requirement, acceptance, fileScope, symbolScope, selected, tests }: UnitContent): z.infer<typeof TaskUnitEntry> {
  const own = new Set(tests.map((file) => file.path));
  return {
    unit_id: unit.id,
    title: requirement.title,
    requirement: requirement.requirement,
    file_scope: [...fileScope],
    symbol_scope: [...symbolScope],
    acceptance: [...acceptance],
    parents: [...unit.parents],
    tests: selected.files.map((path) => `tests/${own.has(path) ? unit.id : BASE_TESTS}/${path}`),
    layer: unit.layer,
  };
}

/** task.yaml. Names no source: provenance has its own file. */
export function emitTaskYaml(task: TaskContent): TreeFile {
  const value = {
    instruction: task.instruction,
    author_name: task.author.name,
    author_email: task.author.email,
    difficulty: task.difficulty,
    category: task.category,
    tags: [...task.tags],
    parser_name: 'pytest',
    result_sources: [{ format: 'pytest', required: true, fallback: false }],
    docker: { compose_file: 'docker-compose.yaml' },
    max_agent_timeout_sec: task.agentTimeoutSec,
    max_test_timeout_sec: task.testTimeoutSec,
    units: task.units.map(unitEntry),
  } satisfies TaskYaml;
  return textFile('task.yaml', yamlText(value, task.canary));
}

/** requirements/<unit>.yaml, the agent's side. */
export function emitRequirements(task: TaskContent): readonly TreeFile[] {
  return [...task.units]
    .sort((a, b) => byCodeUnit(a.unit.id, b.unit.id))
    .map(({ unit, requirement }) => textFile(`requirements/${unit.id}.yaml`, yamlText(requirement, task.canary)));
}
