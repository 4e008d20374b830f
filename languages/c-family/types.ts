import type { Capture } from '../language.ts';
import { declared, typeName } from './declarator.ts';
import type { Emitted } from './emitted.ts';

export function takeTypedef(out: Emitted, node: Capture, type: Capture, declarator: Capture): void {
  const one = declared(declarator.text);
  if (one === null) return;
  const tagged = /^(?:struct|union|class|enum)\b\s*(\w+)?/.exec(type.text);
  const hasBody = tagged !== null && type.text.includes('{');
  const isTag = tagged?.[1] === one.name && !/^[*&(]/.test(declarator.text);
  if (isTag && hasBody) return;
  const name = out.nameOf(declarator, one);
  const anonymous = hasBody && tagged?.[1] === undefined;
  const isClass = !out.inC && /^(?:struct|union|class)/.test(type.text);
  const body = anonymous ? out.places.part('body', type.startIndex + type.text.indexOf('{'), type.endIndex) : undefined;
  out.put(anonymous && isClass ? 'class' : 'type', hasBody && !anonymous ? declarator : node, name, {
    body,
    declares: isTag,
    typed: isTag || anonymous ? null : typeName(typeHead(type.text)),
  });
}

export function takeType(out: Emitted, node: Capture, name: Capture, body: Capture | undefined): void {
  const one = declared(name.text);
  if (one === null) return;
  if (body === undefined && !isForward(out, node)) return;
  const isEnum = node.text.startsWith('enum');
  const named = out.nameOf(name, one);
  const owner = out.ownerOf(name, one);
  out.put(isEnum || out.inC ? 'type' : 'class', node, named, {
    owner,
    body,
    declares: body === undefined,
    lift: out.inC ? 'types' : null,
  });
  out.usesOwner(owner);
  const angles = one.name.indexOf('<');
  if (angles > 0) specializes(out, named, one.name.slice(0, angles).trim(), angles);
}

/** A specialization is none without its template. */
function specializes(out: Emitted, name: Capture, template: string, offset: number): void {
  const at = name.startIndex + offset;
  out.add(out.places.part('ref.extends', at, at + 1, template));
}

/** `struct x;` alone, which is no use of the type. */
function isForward(out: Emitted, node: Capture): boolean {
  if (!/^\s*;/.test(out.source.slice(node.endIndex, node.endIndex + 40))) return false;
  const whole = out.around.outermost(node);
  const before = out.source.slice(Math.max(0, whole.startIndex - 200), whole.startIndex);
  return (
    !out.around.isFriend(node) &&
    /(?:^|[;{}>:\n]|\*\/)\s*(?:[A-Z][A-Z0-9_]+\s+)?$/.test(before) &&
    !/(?:typedef|using\s+\w+\s*=)\s*$/.test(before)
  );
}

/** Without the body of a type that stands in a declaration. */
export function typeHead(text: string): string {
  const brace = text.indexOf('{');
  return brace < 0 ? text : text.slice(0, brace).replace(/:(?!:).*$/s, '');
}
