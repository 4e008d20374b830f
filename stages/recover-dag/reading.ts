import { EVIDENCE_ROLES, type NormalChange } from '#schema/change.ts';
import type { Denial } from '#schema/dag.ts';
import { mapBounded } from '#io/bounded.ts';
import type { Repository, TreeEntry } from '#io/repository.ts';
import type { Parser } from '#io/symbols.ts';
import type { Language } from '#languages/language.ts';
import type { ReadBlob } from './sources.ts';

const MAX_BYTES = 1024 * 1024;
/** Above this share of bytes in error nodes the tree says too little about the file. */
const MAX_ERROR_SHARE = 0.3;

interface Wanted {
  readonly path: string;
  readonly oid: string;
  readonly language: Language | null;
  readonly parse: boolean;
}
export interface Reading {
  /** By `<language id> <blob>`. */
  readonly blobs: ReadonlyMap<string, ReadBlob>;
  /** Files that no symbol evidence comes from, and why. */
  readonly unread: readonly Denial[];
}

/**
 * Reads and parses each blob once: the base tree's source and test files, the new sides of the range's, and the manifests that
 * module resolution looks at.
 */
export async function readSources(
  repository: Repository,
  parser: Parser,
  base: readonly TreeEntry[],
  changes: readonly NormalChange[],
  tell: {
    readonly languageOf: (path: string) => Language | null;
    readonly isEvidence: (path: string) => boolean;
    readonly isManifest: (path: string) => boolean;
  },
): Promise<Reading> {
  const wanted = new Map<string, Wanted>();
  const want = (path: string, oid: string, evidence: boolean): void => {
    const language = tell.languageOf(path);
    const parse = evidence && language !== null;
    const key = `${language?.id ?? ''} ${oid}`;
    if (parse || (tell.isManifest(path) && !wanted.has(key))) wanted.set(key, { path, oid, language, parse });
  };
  for (const entry of base)
    if (entry.mode === '100644' || entry.mode === '100755') want(entry.path, entry.oid, tell.isEvidence(entry.path));
  for (const file of changes.flatMap((change) => change.files)) {
    if (file.status !== 'D' && (file.newMode === '100644' || file.newMode === '100755'))
      want(file.path, file.newOid, EVIDENCE_ROLES.has(file.role));
  }
  const unread = new Map<string, Denial>();
  const blobs = new Map<string, ReadBlob>();
  await mapBounded([...wanted], 4, async ([key, each]) => {
    const read = await readOne(repository, parser, each);
    if ('why' in read)
      unread.set(each.path, { rule: `not analysed: ${read.why}`, path: each.path, changes: (unread.get(each.path)?.changes ?? 0) + 1 });
    else blobs.set(key, read);
  });
  return { blobs, unread: [...unread.values()] };
}

async function readOne(
  repository: Repository,
  parser: Parser,
  { oid, language, parse }: Wanted,
): Promise<ReadBlob | { readonly why: string }> {
  const content = await repository.blob(oid);
  if (content === null) return { why: 'the copy lacks the blob' };
  if (content.length > MAX_BYTES) return { why: `larger than ${MAX_BYTES} bytes` };
  if (content.includes(0)) return { why: 'binary' };
  const text = content.toString('utf8');
  if (!parse || language === null) return { text, parsed: null };
  const answer = await parser.symbols(language.id, text);
  if ('why' in answer) return answer;
  if (answer.symbols.errorShare > MAX_ERROR_SHARE) return { why: 'too many syntax errors' };
  return { text, parsed: { symbols: answer.symbols, lines: text.split('\n') } };
}
