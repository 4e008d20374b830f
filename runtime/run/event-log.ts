import type { Clock } from '#io/clock.ts';
import { appendLine, readTextIfThere } from '#io/files.ts';
import { checkJson } from '#io/json.ts';
import { UserError } from '#schema/errors.ts';
import { LoggedEvent, type TrialEvent } from '#schema/results.ts';

/** Takes what happens in a trial, in order. */
export type Record = (event: TrialEvent) => Promise<void>;

/** Appends to events.jsonl, each line flushed before the next thing happens. */
export function recordTo(path: string, clock: Clock): Record {
  let seq = 0;
  let last: Promise<void> = Promise.resolve();
  return (event) => {
    const line: LoggedEvent = { seq, at: clock.now(), event };
    seq += 1;
    last = last.then(() => appendLine(path, JSON.stringify(line)));
    return last;
  };
}

/**
 * Reads an event log; [] when there is none. A last line without a newline was torn by a crash and is left out. Throws UserError on
 * any other line that is no event, or out of order.
 */
export async function readEvents(path: string): Promise<readonly LoggedEvent[]> {
  const text = await readTextIfThere(path);
  if (text === null) return [];
  return text
    .split('\n')
    .slice(0, -1)
    .map((line, index) => {
      const read = checkJson(line, `${path}:${index + 1}`, LoggedEvent);
      if (read.value === null)
        throw new UserError(
          `${path}:${index + 1}`,
          read.problems[0]?.what ?? 'is no event',
          "Remove the trial's directory and run it again.",
        );
      if (read.value.seq !== index)
        throw new UserError(
          `${path}:${index + 1}`,
          `is event ${read.value.seq}, not ${index}`,
          "Remove the trial's directory and run it again.",
        );
      return read.value;
    });
}

/** Whether a trial came to its end: only then is it kept when its run is started again. */
export function isFinished(log: readonly LoggedEvent[]): boolean {
  return log.at(-1)?.event.type === 'trial-ended';
}
