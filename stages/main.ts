import { CommanderError } from '@commander-js/extra-typings';
import { EXIT, endingOf } from '#schema/errors.ts';
import { program } from './commands/program.ts';
import type { Shell } from './commands/shell.ts';

const interrupt = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // Asked twice: at once. Locks of dead processes hold nothing.
    if (interrupt.signal.aborted) process.exit(EXIT.interrupted);
    interrupt.abort();
  });
}
// Whoever reads our output may stop reading: that is no fault of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' ? (process.exitCode ?? EXIT.ok) : EXIT.infra),
);

const shell: Shell = {
  out: (text) => void process.stdout.write(text),
  terminal: {
    write: (text) => void process.stderr.write(text),
    now: () => performance.now(),
    get columns() {
      return process.stderr.columns || 120;
    },
    every(callback) {
      const timer = setInterval(callback, 100);
      timer.unref();
      return () => clearInterval(timer);
    },
  },
  interactive: process.stderr.isTTY === true && process.env['CI'] === undefined && process.env['TERM'] !== 'dumb',
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
// Everything is closed by now. What an interrupt left in flight, or a library left open, must not keep the process.
const code = interrupt.signal.aborted ? EXIT.interrupted : (process.exitCode ?? EXIT.ok);
process.stdout.write('', () => process.stderr.write('', () => process.exit(code)));
