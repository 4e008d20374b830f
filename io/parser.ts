import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { FileSymbols } from '#languages/language.ts';
import { ParserChild } from './parser-process.ts';
import type { ParserLimits } from './parser-process.ts';
import type { Parser } from './symbols.ts';

export type { ParserLimits } from './parser-process.ts';
type Answer = Awaited<ReturnType<Parser['symbols']>>;

export interface ParserOptions {
  /** Child processes; default: cores, at most 4. */
  readonly workers?: number;
  readonly limits?: Partial<ParserLimits>;
  /** Answers kept, in characters of the texts they stand for; default: 256 Mi. */
  readonly cacheLength?: number;
  /** Kills all children; what is pending is answered as aborted. */
  readonly signal?: AbortSignal;
}
export interface BoundedParser extends Parser {
  /** Children started so far: 1 for each worker plus 1 for each one that had to be replaced. */
  readonly childrenStarted: number;
}

/** Per file: 10 s, 1 GB, 4 Mi characters (a 5 MB minified line takes 7 s and tells nothing). */
export const DEFAULT_LIMITS: ParserLimits = { timeoutMs: 10_000, memoryMb: 1024, maxLength: 4 * 1024 * 1024 };
/** Answers kept, in characters of the texts they stand for. */
const CACHE_LENGTH = 256 * 1024 * 1024;

/** Last used last out; keyed by language and content digest. */
class AnswerCache {
  readonly #limit: number;
  readonly #entries = new Map<string, { readonly symbols: FileSymbols; readonly length: number }>();
  #length = 0;
  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: string): FileSymbols | null {
    const entry = this.#entries.get(key);
    if (entry === undefined) return null;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.symbols;
  }

  set(key: string, symbols: FileSymbols, length: number): void {
    this.#entries.set(key, { symbols, length });
    this.#length += length;
    for (const [oldest, entry] of this.#entries) {
      if (this.#length <= this.#limit) break;
      this.#entries.delete(oldest);
      this.#length -= entry.length;
    }
  }
}

function refusal(text: string, maxLength: number): string | null {
  if (text.length > maxLength) return `larger than ${maxLength} characters (${text.length}): not analysed`;
  return text.includes('\0') ? 'holds a NUL character: not text' : null;
}

/** A parser over a bounded pool of child processes. A file that hangs or kills its child is the only one lost. */
export function createParser(options: ParserOptions = {}): BoundedParser {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const size = Math.max(1, options.workers ?? Math.min(4, availableParallelism()));
  const children: ParserChild[] = [];
  const cache = new AnswerCache(options.cacheLength ?? CACHE_LENGTH);
  const pending = new Map<string, Promise<Answer>>();
  let closed = false;
  const close = async (why: string): Promise<void> => {
    closed = true;
    await Promise.all(children.map((child) => child.close(why)));
  };
  options.signal?.addEventListener('abort', () => void close('aborted'), { once: true });

  const leastBusy = (): ParserChild => {
    const idle = children.find((child) => child.waiting === 0);
    if (idle === undefined && children.length < size) {
      const child = new ParserChild(limits);
      children.push(child);
      return child;
    }
    return idle ?? children.reduce((best, child) => (child.waitingLength < best.waitingLength ? child : best));
  };
  const ask = async (key: string, languageId: string, text: string): Promise<Answer> => {
    const answer = await leastBusy().parse(languageId, text);
    if ('symbols' in answer) cache.set(key, answer.symbols, text.length);
    return answer;
  };
  return {
    get childrenStarted() {
      return children.reduce((sum, child) => sum + child.started, 0);
    },
    async symbols(languageId, text) {
      const why = closed || options.signal?.aborted === true ? 'aborted' : refusal(text, limits.maxLength);
      if (why !== null) return { why };
      const key = `${languageId}:${createHash('sha256').update(text).digest('hex')}`;
      const known = cache.get(key);
      if (known !== null) return { symbols: known };
      const running = pending.get(key) ?? ask(key, languageId, text).finally(() => pending.delete(key));
      pending.set(key, running);
      return running;
    },
    [Symbol.asyncDispose]: () => close('the parser was closed'),
  };
}
