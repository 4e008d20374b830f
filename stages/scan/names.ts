/** A name that more later changes use is a word of the language or of everyone: it points at nobody. */
const MOST_USERS = 10;
const SHORTEST = 4;

/**
 * Names by the change whose lines first held them, and the later changes whose lines hold them too: candidates for symbol evidence,
 * told from text alone, in no particular language. Names are told apart by a 32-bit hash, so among a million some hundred are taken for
 * another: good for counting and for choosing what to parse, never for an edge.
 */
export class NameIndex {
  readonly #slots = new Map<number, number>();
  readonly #first: number[] = [];
  readonly #last: number[] = [];
  /** By slot: later users, ascending; null when there are too many. */
  readonly #users = new Map<number, number[] | null>();

  /** Takes the lines that a change adds. Positions ascend. */
  take(position: number, lines: readonly string[]): void {
    for (const line of lines) this.#line(position, line);
  }

  /** Names met. */
  get size(): number {
    return this.#first.length;
  }

  /** Each pair `[introducer, user]` that some name ties, once. */
  pairs(): (readonly [from: number, to: number])[] {
    const seen = new Map<number, Set<number>>();
    for (const [slot, users] of this.#users) {
      const first = this.#first[slot];
      if (users === null || first === undefined) continue;
      const set = seen.get(first) ?? new Set<number>();
      for (const user of users) set.add(user);
      seen.set(first, set);
    }
    return [...seen].sort(([a], [b]) => a - b).flatMap(([from, tos]) => [...tos].sort((a, b) => a - b).map((to) => [from, to] as const));
  }

  #line(position: number, line: string): void {
    const end = line.length;
    for (let at = 0; at < end; at += 1) {
      let code = line.charCodeAt(at);
      if (!isStart(code)) {
        // A digit starts no name, nor does what follows it.
        if (isPart(code)) while (at + 1 < end && isPart(line.charCodeAt(at + 1))) at += 1;
        continue;
      }
      const start = at;
      let hash = 0x811c9dc5;
      for (; at < end && isPart(code); at += 1, code = line.charCodeAt(at)) hash = Math.imul(hash ^ code, 0x01000193);
      if (at - start >= SHORTEST) this.#name(position, hash);
    }
  }

  #name(position: number, hash: number): void {
    const slot = this.#slots.get(hash);
    if (slot === undefined) {
      this.#slots.set(hash, this.#first.length);
      this.#first.push(position);
      this.#last.push(position);
      return;
    }
    if (this.#last[slot] === position) return;
    this.#last[slot] = position;
    const users = this.#users.get(slot);
    if (users === undefined) this.#users.set(slot, [position]);
    else if (users !== null && users.length < MOST_USERS) users.push(position);
    else if (users !== null) this.#users.set(slot, null);
  }
}

/** Letters, `_` and `$`, and every character beyond ASCII. */
function isStart(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code === 36 || code > 127;
}
function isPart(code: number): boolean {
  return isStart(code) || (code >= 48 && code <= 57);
}
