import type { Capture } from '../language.ts';
import { rangeKey } from '../symbols/draft.ts';
import { declared, typeName } from './declarator.ts';
import type { Emitted } from './emitted.ts';
import { madeByMacro } from './made.ts';
import { typeHead } from './types.ts';

export function takeFunction(out: Emitted, node: Capture, type: Capture | undefined, declarator: Capture, body: Capture | undefined): void {
  const made = madeByMacro(out, node, type, declarator, body);
  if (made !== null) {
    if (body !== undefined) out.put('function', node, made, { body, hidden: true });
    return;
  }
  const one = declared(declarator.text);
  if (one === null) return;
  const head = out.source.slice(node.startIndex, declarator.startIndex);
  const initializers = body === undefined ? undefined : initializersBefore(out, declarator, body);
  const friend = out.around.isFriend(node);
  const owner = out.ownerOf(declarator, one);
  out.put('function', node, out.nameOf(declarator, one), {
    owner,
    body: initializers ?? body,
    typed: returned(type, declarator),
    lift: friend ? 'module' : null,
    hidden: /\bstatic\b/.test(head) && !out.around.inType(node.startIndex),
  });
  out.usesOwner(owner);
}

function initializersBefore(out: Emitted, declarator: Capture, body: Capture): Capture | undefined {
  const between = out.source.slice(declarator.endIndex, body.startIndex);
  const colon = /^[^:]*?:(?!:)/.exec(between);
  return colon === null ? undefined : out.places.part('body', declarator.endIndex + colon[0].length - 1, body.endIndex);
}

export function takeDeclaration(out: Emitted, node: Capture, type: Capture | undefined, written: Capture): void {
  const init = out.around.inits.get(rangeKey(written));
  const declarator = init?.get('declarator') ?? written;
  const one = declared(declarator.text);
  if (one === null) return;
  const name = out.nameOf(declarator, one);
  const head = out.source.slice(node.startIndex, type?.startIndex ?? declarator.startIndex);
  const tail = out.source.slice(written.endIndex, node.endIndex);
  const owner = out.ownerOf(declarator, one);
  const inType = out.around.inType(node.startIndex);
  if (one.isFunction && init === undefined) {
    // Inside a body this is nearly always an object with constructor arguments.
    if (out.around.inFunction(node.startIndex) && !inType) {
      out.add({ ...name, name: 'bind' });
      return;
    }
    out.put('function', node, name, {
      owner,
      declares: !/^\s*=\s*0\s*;?\s*$/.test(tail),
      typed: returned(type, declarator),
      lift: out.around.isFriend(node) ? 'module' : null,
      hidden: /\bstatic\b/.test(head) && !inType,
    });
    return;
  }
  // A word behind it that is no attribute: the grammar took the type for the name.
  if (type === undefined || /^\s*(?!__|[A-Z][A-Z0-9_]*\b)\w/.test(tail)) return;
  const valued = init !== undefined || /^\s*(?:=|\{)/.test(tail);
  const constant =
    /\b(?:constexpr|constinit)\b/.test(head) ||
    (/\bconst\b/.test(head) && !/^[*(]/.test(declarator.text)) ||
    /^\*\s*const\b/.test(declarator.text);
  const isStatic = /\bstatic\b/.test(head);
  out.put(constant ? 'constant' : 'variable', nodeOf(node, type, written), name, {
    owner,
    value: init?.get('value'),
    declares: !valued && (/\bextern\b/.test(headOf(out, node, type)) || (inType && isStatic && !constant)),
    typed: typeName(typeHead(type.text)),
    hidden: isStatic && !inType,
  });
  out.usesOwner(owner);
}

/** With the linkage around it: `extern "C" int x;`. */
function headOf(out: Emitted, node: Capture, type: Capture): string {
  return out.source.slice(out.around.outermost(node).startIndex, type.startIndex).replace(/extern\s*"[^"]*"\s*\{/, '');
}

/** What is declared together with the type it has is not around that type, unless the type has no name. */
function nodeOf(node: Capture, type: Capture, declarator: Capture): Capture {
  const named = /^(?:struct|union|class|enum)\b(?:\s*(?:class|struct)\b)?\s*(\w+)?/.exec(type.text);
  return named !== null && type.text.includes('{') && (named[1] !== undefined || type.text.startsWith('enum')) ? declarator : node;
}

function returned(type: Capture | undefined, declarator: Capture): string | null {
  const trailing = /\)[^()]*->\s*([^{;]+)$/s.exec(declarator.text)?.[1];
  if (trailing !== undefined) return typeName(trailing);
  return type === undefined ? null : typeName(typeHead(type.text));
}
