import type { DropReason } from '#schema/outcome.ts';

/** How an item stands in a stage before anything is done about it. */
export type Freshness =
  | { readonly status: 'fresh' }
  | { readonly status: 'stale'; readonly why: readonly string[] }
  | { readonly status: 'missing' };

export type FailureKind = 'user' | 'infra' | 'bug';

/** Everything the engine has to tell while it works. Listeners draw it; nothing else is ever printed from inside the line. */
export type Event =
  | {
      readonly type: 'run-started';
      readonly stages: readonly string[];
      readonly items: number;
      readonly concurrency: number;
      readonly pastMs: Readonly<Record<string, number>>;
    }
  | { readonly type: 'checked'; readonly stage: string; readonly key: string; readonly freshness: Freshness }
  | { readonly type: 'started'; readonly stage: string; readonly key: string }
  | {
      readonly type: 'step';
      readonly stage: string;
      readonly key: string;
      readonly text: string;
      readonly done: number | null;
      readonly total: number | null;
    }
  | {
      readonly type: 'retry';
      readonly stage: string;
      readonly key: string;
      readonly attempt: number;
      readonly waitMs: number;
      readonly message: string;
    }
  | { readonly type: 'recomputed'; readonly stage: string; readonly key: string; readonly why: string }
  | { readonly type: 'corrupt'; readonly digest: string }
  | {
      readonly type: 'ended';
      readonly stage: string;
      readonly key: string;
      readonly cached: boolean;
      readonly ms: number;
      readonly kept: readonly string[];
      readonly dropped: readonly { readonly key: string; readonly reason: DropReason; readonly detail: string }[];
    }
  | { readonly type: 'failed'; readonly stage: string; readonly key: string; readonly kind: FailureKind; readonly message: string }
  | { readonly type: 'interrupted' }
  | { readonly type: 'run-ended'; readonly computed: number; readonly cached: number; readonly failed: number };

export type Emit = (event: Event) => void;

/** Passes events on up to `run-ended`: what work that an interrupt left to its fate says later is nobody's news. */
export function untilRunEnded(emit: Emit): Emit {
  let ended = false;
  return (event) => {
    if (ended) return;
    ended = event.type === 'run-ended';
    emit(event);
  };
}

/** A listener draws events; `close` leaves the terminal as it was. */
export interface Listener {
  readonly on: Emit;
  close(): void;
}
