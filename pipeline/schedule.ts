import type { Engine } from './engine.ts';

export interface Schedule<T> {
  readonly first: readonly T[];
  readonly order: (a: T, b: T) => number;
  /** Does one piece; yields what follows from it. Never rejects for a fault of the piece. */
  work(piece: T): Promise<readonly T[]>;
}

/** After an interrupt, how long pieces in flight may still take to end by themselves. */
const GRACE_MS = 1500;

/**
 * Works pieces off, at most `limit` at once, always the first by order. True when all are done; false when interrupted, with what
 * could not end within the grace time left to its fate.
 */
export async function schedule<T>(
  plan: Schedule<T>,
  limit: number,
  { signal, clock, emit }: Pick<Engine<never>, 'signal' | 'clock' | 'emit'>,
): Promise<boolean> {
  const waiting = [...plan.first].sort((a, b) => plan.order(b, a));
  const faults: unknown[] = [];
  let running = 0;
  let wake = (): void => {};
  signal.addEventListener('abort', () => wake(), { once: true });
  const start = (piece: T): void => {
    running++;
    const ended = plan.work(piece).then(
      (next) => {
        for (const each of next) insert(waiting, each, plan.order);
      },
      (fault: unknown) => {
        faults.push(fault);
      },
    );
    void ended.then(() => {
      running--;
      wake();
    });
  };
  const pause = (): Promise<void> => new Promise((resolve) => (wake = resolve));
  while (!signal.aborted && faults.length === 0 && (waiting.length > 0 || running > 0)) {
    while (running < limit && waiting.length > 0) {
      const piece = waiting.pop();
      if (piece !== undefined) start(piece);
    }
    await pause();
  }
  if (signal.aborted) {
    emit({ type: 'interrupted' });
    const late = clock.sleep(GRACE_MS).then(() => true);
    while (running > 0 && !(await Promise.race([pause().then(() => false), late])));
  }
  if (faults.length > 0) throw faults[0];
  return !signal.aborted;
}

/** Keeps the list sorted backwards, so that the next piece is popped off its end. */
function insert<T>(list: T[], piece: T, order: (a: T, b: T) => number): void {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const there = list[middle];
    if (there !== undefined && order(there, piece) > 0) low = middle + 1;
    else high = middle;
  }
  list.splice(low, 0, piece);
}
