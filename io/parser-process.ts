import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { FileSymbols } from '#languages/language.ts';
import type { ParseAnswer, ParseJob } from './parser-protocol.ts';

export interface ParserLimits {
  /** Per file, from when its child begins with it. */
  readonly timeoutMs: number;
  /** JavaScript heap of the child, and its resident memory where `/proc` tells it. */
  readonly memoryMb: number;
  /** Characters of one text. */
  readonly maxLength: number;
}
type Answer = { readonly symbols: FileSymbols } | { readonly why: string };
interface Waiting {
  readonly job: ParseJob;
  readonly settle: (answer: Answer) => void;
}

const ENTRY = fileURLToPath(new URL('./parser-child.ts', import.meta.url));
const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
/** Files sent ahead, so that the child never waits for its parent. */
const AHEAD = 16;
const AHEAD_LENGTH = 512 * 1024;
const MEMORY_POLL_MS = 50;
/** Starting node and loading a grammar counts against no file. */
const START_MS = 30_000;

/** One worker: a child process, replaced when it dies, and the files that wait for it in order. */
export class ParserChild {
  readonly #limits: ParserLimits;
  readonly #waiting: Waiting[] = [];
  #sent = 0;
  #child: ChildProcess | null = null;
  #timer: NodeJS.Timeout | null = null;
  #poll: NodeJS.Timeout | null = null;
  #ready = false;
  #closed: string | null = null;
  #nextId = 0;
  #why = '';
  #started = 0;

  constructor(limits: ParserLimits) {
    this.#limits = limits;
  }

  get started(): number {
    return this.#started;
  }
  get waiting(): number {
    return this.#waiting.length;
  }
  get waitingLength(): number {
    return this.#waiting.reduce((sum, one) => sum + one.job.text.length, 0);
  }

  parse(languageId: string, text: string): Promise<Answer> {
    if (this.#closed !== null) return Promise.resolve({ why: this.#closed });
    return new Promise((settle) => {
      this.#waiting.push({ job: { id: this.#nextId++, languageId, text }, settle });
      queueMicrotask(() => this.#fill());
    });
  }

  /** Kills the child; files that wait are answered with `why`. */
  async close(why: string): Promise<void> {
    this.#closed = why;
    const child = this.#child;
    const gone = child === null ? Promise.resolve() : new Promise((resolve) => child.once('exit', resolve));
    // Idle children do not keep the process; one whose end is awaited must.
    child?.ref();
    child?.kill('SIGKILL');
    for (const { settle } of this.#waiting.splice(0)) settle({ why });
    await gone;
  }

  #start(): ChildProcess {
    const heap = `--max-old-space-size=${this.#limits.memoryMb}`;
    const child = spawn(process.execPath, [heap, '--import', TSX, ENTRY], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
      // Nothing of the host's settings reaches code that reads untrusted text.
      env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', TMPDIR: process.env['TMPDIR'] ?? '/tmp' },
    });
    this.#started += 1;
    this.#ready = false;
    this.#why = '';
    child.on('message', (answer: ParseAnswer) => this.#onAnswer(child, answer));
    child.once('error', (error) => (this.#why = `the parser process could not be started: ${error.message}`));
    child.once('close', (exit, signal) => this.#onGone(child, exit, signal));
    this.#poll = setInterval(() => this.#watchMemory(child), MEMORY_POLL_MS);
    this.#poll.unref();
    child.unref();
    child.channel?.unref();
    return child;
  }

  #fill(): void {
    if (this.#waiting.length === 0 || this.#closed !== null) return;
    this.#child ??= this.#start();
    const batch: ParseJob[] = [];
    let length = this.#waiting.slice(0, this.#sent).reduce((sum, one) => sum + one.job.text.length, 0);
    for (let next = this.#waiting[this.#sent]; next !== undefined; next = this.#waiting[this.#sent]) {
      if (this.#sent > 0 && (this.#sent >= AHEAD || length + next.job.text.length > AHEAD_LENGTH)) break;
      batch.push(next.job);
      length += next.job.text.length;
      this.#sent += 1;
    }
    this.#child.ref();
    this.#child.channel?.ref();
    // A child that died in between is seen by `close`, which asks again.
    if (batch.length > 0) this.#child.send(batch, () => undefined);
    if (this.#timer === null) this.#arm();
  }

  #arm(): void {
    const allowed = this.#limits.timeoutMs + (this.#ready ? 0 : START_MS);
    this.#timer = setTimeout(() => this.#kill(`took more than ${this.#limits.timeoutMs} ms: not analysed`), allowed);
  }

  #disarm(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #kill(why: string): void {
    this.#why = why;
    this.#child?.kill('SIGKILL');
  }

  #onAnswer(child: ChildProcess, answer: ParseAnswer): void {
    if (child !== this.#child) return;
    this.#disarm();
    if ('ready' in answer) {
      this.#ready = true;
      if (this.#sent > 0) this.#arm();
      return;
    }
    const head = this.#waiting[0];
    if (head === undefined || head.job.id !== answer.id) {
      this.#kill('the parser process answered out of turn');
      return;
    }
    this.#waiting.shift();
    this.#sent -= 1;
    head.settle('symbols' in answer ? { symbols: answer.symbols } : { why: answer.why });
    if (this.#sent > 0) this.#arm();
    this.#fill();
    if (this.#waiting.length === 0) {
      child.unref();
      child.channel?.unref();
    }
  }

  #onGone(child: ChildProcess, exit: number | null, signal: NodeJS.Signals | null): void {
    if (child !== this.#child) return;
    this.#disarm();
    if (this.#poll !== null) clearInterval(this.#poll);
    this.#child = null;
    // Answers come in order, so the file at fault is the first without one; the others go to the next child.
    const lost = this.#sent > 0 ? this.#waiting.shift() : undefined;
    this.#sent = 0;
    lost?.settle({ why: this.#why === '' ? `the parser process died at this file (${signal ?? `exit ${exit}`})` : this.#why });
    this.#fill();
  }

  #watchMemory(child: ChildProcess): void {
    if (child.pid === undefined || this.#waiting.length === 0) return;
    const megabytes = residentMegabytes(child.pid);
    if (megabytes > this.#limits.memoryMb) this.#kill(`needed more than ${this.#limits.memoryMb} MB: not analysed`);
  }
}

/** Resident memory of a process; 0 where the system has no `/proc`: then only the heap limit holds. */
function residentMegabytes(pid: number): number {
  try {
    return (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096) / 2 ** 20;
  } catch {
    return 0;
  }
}
