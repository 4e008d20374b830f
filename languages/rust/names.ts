import type { DraftDefinition } from '../symbols/draft.ts';
import { oneLine } from '../symbols/text.ts';
import { isCapitalised, pathParts } from './paths.ts';

const WRAPPERS = /^(?:Box|Rc|Arc|Cow|Pin|Ref|RefMut|MutexGuard)\s*<\s*(.*)>$/s;

/** The type an `impl` is of: `&mut [Pot<T>]` → `Pot`; null for tuples and the like. */
export function typeName(text: string): string | null {
  const plain = text
    .replace(/^(?:&|\*const |\*mut |\[|'\w+ ?|mut |dyn |impl |\(|\s)+/, '')
    .replace(/^for\s*<[^>]*>\s*/, '')
    .trim();
  const inner = WRAPPERS.exec(plain)?.[1];
  if (inner !== undefined) return typeName(inner.replace(/^'\w+\s*,\s*/, ''));
  const path = /^(?:::)?(?:[\w]+\s*(?:::)?\s*)+/.exec(plain.split(/[<;\]+]/, 1)[0] ?? '')?.[0];
  if (path === undefined) return null;
  const parts = pathParts(path);
  return isCapitalised(parts.at(-1) ?? '') ? parts.join('.') : null;
}

/** `impl<T> Fill<T> for Pot<T> where …` → its parts as written. */
export function implHeader({ node, body }: DraftDefinition): { readonly trait: string | null; readonly type: string } {
  const header = oneLine(node.text.slice(0, body === null ? undefined : body.startIndex - node.startIndex)).replace(
    /^(?:unsafe\s+)?impl\s*/,
    '',
  );
  let depth = 0;
  let start = 0;
  for (let at = 0; header.startsWith('<') && (at === 0 || depth > 0); at += 1) {
    if (at >= header.length) break;
    if (header[at] === '<') depth += 1;
    if (header[at] === '>' && header[at - 1] !== '-') depth -= 1;
    start = at + 1;
  }
  const plain = (header.slice(start).split(/\swhere\s/, 1)[0] ?? '').trim();
  const parts = /^(?:const\s+)?(!?\s*(?!for\b)\S.*?)\s+for\s+(?!<)(.*)$/.exec(plain);
  return parts === null ? { trait: null, type: plain } : { trait: parts[1] ?? null, type: parts[2] ?? '' };
}

export function names(draft: DraftDefinition): { own: string; holds: string } {
  if (draft.kind !== 'class') return { own: draft.name.text.replace(/^r#/, ''), holds: draft.name.text.replace(/^r#/, '') };
  const { trait, type } = implHeader(draft);
  const own = `impl ${trait === null ? '' : `${trait} for `}${type}`.replaceAll('.', '');
  return { own, holds: typeName(type)?.split('.').at(-1) ?? own };
}
