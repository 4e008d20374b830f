import { CommanderError } from '@commander-js/extra-typings';
import { EXIT, endingOf } from '#schema/errors.ts';
import { program } from './commands/program.ts';
import type { Shell } from './commands/shell.ts';

const interrupt = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // Asked twice: at once. What was recorded is kept, and the run can go on later.
    if (interrupt.signal.aborted) process.exit(EXIT.interrupted);
    interrupt.abort();
    process.stderr.write('interrupted: trials under way come to their end; once more to stop at once\n');
  });
}
// Whoever reads our output may stop reading: that is no fault of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' ? (process.exitCode ?? EXIT.ok) : EXIT.infra),
);

const shell: Shell = {
  out: (text) => void process.stdout.write(text),
  say: (line) => void process.stderr.write(`${line}\n`),
  signal: interrupt.signal,
  exit: (code) => {
    process.exitCode = code;
  },
};

function told(error: unknown): number {
  // Commander has said it already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.user;
  const { code, text } = endingOf(error);
  process.stderr.write(`${text}\n`);
  return code;
}

try {
  await program(shell).parseAsync();
} catch (error) {
  process.exitCode = told(error);
}
