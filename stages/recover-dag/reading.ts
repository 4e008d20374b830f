import { EVIDENCE_ROLES, type NormalChange } from '#schema/change.ts';
import type { Denial } from '#schema/dag.ts';
import { mapBounded } from '#io/bounded.ts';
import type { Repository, TreeEntry } from '#io/repository.ts';
import type { Parser } from '#io/symbols.ts';
import type { Language } from '#languages/language.ts';
import type { ParsedFile } from './definitions.ts';
import type { Roles } from './roles.ts';

const MAX_BYTES = 1024 * 1024;
/** Above this share of bytes in error nodes the tree says too little about the file. */
const MAX_ERROR_SHARE = 0.3;
const AT_ONCE = 4;

/** What was read of one blob. */
export interface ReadBlob {
  readonly text: string;
  /** Null where no language claims the file or the parse failed. */
  readonly parsed: ParsedFile | null;
}
/** By `keyOf`. */
export type Blobs = ReadonlyMap<string, ReadBlob>;

/** A blob is read as its language has it: one content under two endings is two blobs. */
export function keyOf(language: Language | null, oid: string): string {
  return `${language?.id ?? ''} ${oid}`;
}

interface Wanted {
  readonly path: string;
  readonly oid: string;
  readonly language: Language | null;
  readonly parse: boolean;
}

/**
 * Reads and parses blobs of trees and changes: source and test files, and the manifests that module resolution looks at. It keeps
 * none of them, only what it could not read.
 */
export class SourceReader {
  readonly #repository: Repository;
  readonly #parser: Parser;
  readonly #roles: Roles;
  /** By key of the blob: where it was met last, and why no symbol evidence comes from it. */
  readonly #unread = new Map<string, { readonly path: string; readonly why: string }>();
  constructor(repository: Repository, parser: Parser, roles: Roles) {
    this.#repository = repository;
    this.#parser = parser;
    this.#roles = roles;
  }

  ofTree(entries: readonly TreeEntry[]): Promise<Blobs> {
    const wanted = new Map<string, Wanted>();
    for (const { path, oid, mode } of entries) if (isFile(mode)) this.#want(wanted, path, oid, this.#roles.isEvidence(path));
    return this.#read(wanted);
  }

  /** The new sides of some changes. */
  ofChanges(changes: readonly NormalChange[]): Promise<Blobs> {
    const wanted = new Map<string, Wanted>();
    for (const file of changes.flatMap((change) => change.files)) {
      if (file.status !== 'D' && isFile(file.newMode)) this.#want(wanted, file.path, file.newOid, EVIDENCE_ROLES.has(file.role));
    }
    return this.#read(wanted);
  }

  /** Files that no symbol evidence comes from, and why; each of their blobs counts once. */
  denials(): Denial[] {
    const byPath = new Map<string, Denial>();
    for (const { path, why } of this.#unread.values())
      byPath.set(path, { rule: `not analysed: ${why}`, path, changes: (byPath.get(path)?.changes ?? 0) + 1 });
    return [...byPath.values()];
  }

  #want(wanted: Map<string, Wanted>, path: string, oid: string, evidence: boolean): void {
    const language = this.#roles.languageOf(path);
    const parse = evidence && language !== null;
    const key = keyOf(language, oid);
    if (parse || (this.#roles.isManifest(path) && !wanted.has(key))) wanted.set(key, { path, oid, language, parse });
  }

  async #read(wanted: ReadonlyMap<string, Wanted>): Promise<Blobs> {
    const blobs = new Map<string, ReadBlob>();
    const read = await mapBounded([...wanted.values()], AT_ONCE, (each) => this.#readOne(each));
    for (const [index, [key, { path }]] of [...wanted].entries()) {
      const one = read[index];
      if (one === undefined) continue;
      if ('why' in one) this.#unread.set(key, { path, why: one.why });
      else blobs.set(key, one);
    }
    return blobs;
  }

  async #readOne({ oid, language, parse }: Wanted): Promise<ReadBlob | { readonly why: string }> {
    const content = await this.#repository.blob(oid);
    if (content === null) return { why: 'the copy lacks the blob' };
    if (content.length > MAX_BYTES) return { why: `larger than ${MAX_BYTES} bytes` };
    if (content.includes(0)) return { why: 'binary' };
    const text = content.toString('utf8');
    if (!parse || language === null) return { text, parsed: null };
    const answer = await this.#parser.symbols(language.id, text);
    if ('why' in answer) return answer;
    if (answer.symbols.errorShare > MAX_ERROR_SHARE) return { why: 'too many syntax errors' };
    return { text, parsed: { symbols: answer.symbols, lines: text.split('\n') } };
  }
}

function isFile(mode: string): boolean {
  return mode === '100644' || mode === '100755';
}
