import type { ExecResult } from '#runtime/sandbox/sandbox.ts';

/** How a reason begins that speaks of the machine, not of the judged code: such a run is not judged. */
export const ENVIRONMENT = 'environment: ';

/** Why there is no report, from how the command ended. */
export function whyNoReport(result: ExecResult, tool: string): string {
  if (result.timedOut) return 'the tests timed out before a report was written';
  if (result.oom) return 'memory was used up before a report was written';
  if (result.exit === 127) return `${ENVIRONMENT}${tool} is not installed`;
  if (result.exit === 126) return `${ENVIRONMENT}${tool} cannot be executed`;
  return `no report was written; the command exited ${result.exit}`;
}

const TAIL_BYTES = 4096;
/** Terminal escapes, and control characters beside tab and newline. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const UNPRINTABLE = /\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|[\x00-\x08\x0b-\x1f\x7f]/g;

/** The end of what was kept of the output, for people. */
export function tailOf(result: ExecResult): string {
  const said = Buffer.concat([result.stdout, result.stderr]);
  const text = said
    .subarray(Math.max(0, said.length - 4 * TAIL_BYTES))
    .toString()
    .replace(UNPRINTABLE, '');
  return Buffer.from(text)
    .subarray(-TAIL_BYTES)
    .toString()
    .replace(/^\uFFFD+/, '');
}
