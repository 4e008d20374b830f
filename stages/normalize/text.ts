import type { Repository } from '#io/repository.ts';
import { NULL_OID, type Oid } from '#schema/primitives.ts';

/** Files over this are data, whatever their name says. */
const MAX_TEXT = 1024 * 1024;

/** The text of a blob; null when it is absent, missing, large, binary or not UTF-8. */
export async function textOf(repository: Pick<Repository, 'blob'>, oid: Oid, mode: string): Promise<string | null> {
  if (oid === NULL_OID || mode === '160000' || mode === '120000') return null;
  const content = await repository.blob(oid);
  if (content === null || content.length > MAX_TEXT || content.includes(0)) return null;
  const text = content.toString('utf8');
  return text.includes('\uFFFD') && !Buffer.from(text, 'utf8').equals(content) ? null : text;
}
