import { DockerfileParser, type Instruction } from 'dockerfile-ast';
import type { Problem } from '#schema/check.ts';
import { problem } from './check-view.ts';
import type { TaskFiles } from './files.ts';

/** What the image must not take from the task directory: the gold, the tests, the evidence, or everything at once. */
const KEPT_OUT: ReadonlySet<string> = new Set([
  '.',
  './',
  '*',
  'gold_patches',
  'gold-patch.diff',
  'gold_patch.diff',
  'solution.sh',
  'solution.yaml',
  'tests',
  'evidence',
  'provenance.json',
  'task.yaml',
  'unit_dag.json',
  'slug_diff_map.json',
]);

function sources(instruction: Instruction): readonly string[] {
  const words = instruction
    .getArguments()
    .map((argument) => argument.getValue())
    .filter((word) => !word.startsWith('--'));
  return words.slice(0, -1).map((word) => word.replace(/^\[?"?|"?,?\]?$/g, ''));
}
/** By its text: the parser gives flags of a JSON-form COPY no place of their own. */
function fromStage(instruction: Instruction): boolean {
  return /^\S+\s+(?:--\S+\s+)*--from=/.test(instruction.getTextContent());
}

function copyProblems(instruction: Instruction, at: string): readonly Problem[] {
  if (fromStage(instruction)) return [];
  return sources(instruction).flatMap((source) => {
    const first = source.replace(/^\.\//, '').split('/')[0] ?? '';
    if (/^[a-z+]+:\/\/|^git@/i.test(source))
      return [problem('dockerfile-remote', at, `fetches ${source}`, 'Builds of a task take nothing from the network by ADD.')];
    if (source.startsWith('/') || source.split('/').includes('..'))
      return [problem('dockerfile-escapes', at, `"${source}" leaves the task`, 'Copy from the task directory.')];
    if (KEPT_OUT.has(source) || KEPT_OUT.has(first) || first.startsWith('*')) {
      return [problem('dockerfile-gold', at, `"${source}" brings gold or tests into the image`, 'Copy base/ only.')];
    }
    return [];
  });
}

/** Dockerfile: it must parse, start from an image, and take nothing but what an agent may see. */
export function checkDockerfile(files: TaskFiles): readonly Problem[] {
  const text = files.text('Dockerfile');
  if (text === null) return [];
  const place = files.place('Dockerfile');
  const instructions = DockerfileParser.parse(text).getInstructions();
  const keyword = (instruction: Instruction): string => instruction.getKeyword().toUpperCase();
  const found: Problem[] = [];
  if (!instructions.some((instruction) => keyword(instruction) === 'FROM')) {
    found.push(problem('dockerfile-from', `${place}:1:1`, 'starts from no image', 'Add a FROM.'));
  }
  for (const instruction of instructions) {
    const { line, character } = instruction.getRange().start;
    const at = `${place}:${line + 1}:${character + 1}`;
    if (keyword(instruction) === 'ADD' || keyword(instruction) === 'COPY') found.push(...copyProblems(instruction, at));
    if (keyword(instruction) === 'ONBUILD') found.push(problem('dockerfile-onbuild', at, 'acts in images built on this one', 'Remove it.'));
    if (keyword(instruction) === 'VOLUME' && instruction.getRawArgumentsContent()?.includes('/workspace') === true) {
      found.push(problem('dockerfile-volume', at, 'puts a volume over the workspace', 'Remove it.'));
    }
  }
  return found;
}
