import { spawnStream, type Child } from './exec.ts';
import { gitEnvironment, gitFailure, placedArgv, type GitPlace } from './git-argv.ts';

/** One whole answer at the start of the buffer and its length, or how many bytes must be there before it is worth looking again. */
export type Answer<T> = (buffer: Buffer) => { readonly value: T; readonly used: number } | { readonly need: number };

interface Waiting<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (failure: unknown) => void;
}

/**
 * A long-lived git child that answers one line of input with one answer, in order. Started at the first question and started
 * again after it died: the questions under way then fail with git's words, later ones are answered.
 */
export class Coprocess<T> implements AsyncDisposable {
  readonly #place: GitPlace;
  readonly #args: readonly string[];
  readonly #limit: number;
  readonly #answer: Answer<T>;
  #running: Conversation<T> | null = null;
  #underWay = 0;
  readonly #queue: (() => void)[] = [];
  #closed = false;

  /** At most `limit` questions are under way; the others wait. */
  constructor(place: GitPlace, args: readonly string[], limit: number, answer: Answer<T>) {
    this.#place = place;
    this.#args = args;
    this.#limit = limit;
    this.#answer = answer;
  }

  async ask(line: string): Promise<T> {
    // A slot is handed over, not freed and taken again: nobody overtakes.
    if (this.#underWay >= this.#limit) await new Promise<void>((resolve) => this.#queue.push(resolve));
    else this.#underWay++;
    try {
      if (this.#closed) throw new Error('the repository is closed');
      if (this.#running === null || this.#running.ended) this.#running = new Conversation(this.#place, this.#args, this.#answer);
      return await this.#running.ask(line);
    } finally {
      const next = this.#queue.shift();
      if (next === undefined) this.#underWay--;
      else next();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    await this.#running?.close();
  }
}

class Conversation<T> {
  readonly #child: Child;
  readonly #waiting: Waiting<T>[] = [];
  readonly #answer: Answer<T>;
  #chunks: Buffer[] = [];
  #length = 0;
  #need = 1;
  #failure: unknown = null;

  constructor(place: GitPlace, args: readonly string[], answer: Answer<T>) {
    this.#answer = answer;
    this.#child = spawnStream(placedArgv(place, args), { cwd: '/', env: gitEnvironment(place) });
    this.#child.stdout.on('data', (chunk: Buffer) => this.#take(chunk));
    this.#child.ended.then(
      (exit) => this.#fail(gitFailure(place.gitDir, args, { exit, timedOut: false, truncated: false, stderr: this.#child.stderrTail() })),
      (failure: unknown) => this.#fail(failure),
    );
  }

  get ended(): boolean {
    return this.#failure !== null;
  }

  ask(line: string): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== null) return reject(this.#failure);
      this.#waiting.push({ resolve, reject });
      this.#child.stdin.write(line);
    });
  }

  async close(): Promise<void> {
    await this.#child[Symbol.asyncDispose]();
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#length < this.#need) return;
    let rest = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks);
    try {
      while (rest.length > 0) {
        const answer = this.#answer(rest);
        if ('need' in answer) {
          this.#need = answer.need;
          break;
        }
        this.#need = 1;
        rest = rest.subarray(answer.used);
        this.#waiting.shift()?.resolve(answer.value);
      }
    } catch (failure) {
      this.#fail(failure);
      this.#child.kill();
    }
    this.#chunks = rest.length === 0 ? [] : [rest];
    this.#length = rest.length;
  }

  #fail(failure: unknown): void {
    this.#failure ??= failure;
    for (const one of this.#waiting.splice(0)) one.reject(this.#failure);
  }
}
