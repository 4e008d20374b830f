import type { Capture } from '../language.ts';
import { splitArguments, typeName } from './declarator.ts';
import type { Emitted } from './emitted.ts';
import { takeDeclaration, takeFunction } from './functions.ts';
import type { Match } from './places.ts';
import { dotted } from './surroundings.ts';
import { takeType, takeTypedef } from './types.ts';

/** Turns one match into the definitions it holds. */
export function takeDefinition(out: Emitted, match: Match): void {
  const of = (name: string): Capture | undefined => match.get(name);
  const [name, type, declarator] = [of('name'), of('type'), of('declarator')];
  const [fn, macro, space] = [of('c.function'), of('c.macro'), of('c.namespace')];
  const statement = of('c.declaration') ?? of('c.field');
  if (fn !== undefined && declarator !== undefined) takeFunction(out, fn, type, declarator, of('body'));
  else if (statement !== undefined && declarator !== undefined) takeDeclaration(out, statement, type, declarator);
  else if (macro !== undefined && name !== undefined) takeMacro(out, macro, name, of('parameters'), of('value'));
  else if (space !== undefined && name !== undefined) takeNamespace(out, space, name, of('body'));
  const [typedef, tag, alias] = [of('c.typedef'), of('c.type'), of('c.typealias')];
  if (typedef !== undefined && type !== undefined && declarator !== undefined) takeTypedef(out, typedef, type, declarator);
  if (tag !== undefined && name !== undefined) takeType(out, tag, name, of('body'));
  if (alias !== undefined && name !== undefined && type !== undefined) out.put('type', alias, name, { typed: typeName(type.text) });
  const [enumerator, concept] = [of('c.enumerator'), of('c.concept')];
  if (enumerator !== undefined && name !== undefined)
    out.put('constant', enumerator, name, { value: of('value'), lift: out.around.inScopedEnum(name.startIndex) ? null : 'types' });
  if (concept !== undefined && name !== undefined) out.put('type', concept, name, {});
  takeAlias(out, of('c.using'), of('c.alias'), name, of('value'));
}

function takeMacro(out: Emitted, node: Capture, name: Capture, parameters: Capture | undefined, value: Capture | undefined): void {
  const before = out.source.slice(Math.max(0, node.startIndex - 300), node.startIndex);
  const guard = new RegExp(
    `(?:#\\s*ifndef\\s+|!\\s*defined\\s*\\(?\\s*)${name.text.replaceAll('$', '\\$')}\\s*\\)?\\s*(?:/[/*][^\\n]*)?\\s*$`,
  );
  if (value === undefined && guard.test(before)) return;
  const whole = out.places.part('node', node.startIndex, node.startIndex + node.text.trimEnd().length);
  const lift = { lift: 'file' };
  if (parameters !== undefined) out.put('function', whole, name, { ...lift, body: value });
  else out.put('constant', whole, name, { ...lift, value });
  const opened = /\bnamespace\s+([\w:]+)\s*(?:\\\s*)?\{/.exec(value?.text ?? '')?.[1];
  if (opened !== undefined && !(value?.text ?? '').includes('}')) out.alias(dotted(opened), '', name.startRow);
}

function takeNamespace(out: Emitted, node: Capture, name: Capture, body: Capture | undefined): void {
  const head = out.source.slice(node.startIndex, name.startIndex);
  if (/\binline\b/.test(head)) return;
  const text = dotted(name.text);
  out.put('module', node, { ...name, text }, { body });
}

function takeAlias(
  out: Emitted,
  using: Capture | undefined,
  alias: Capture | undefined,
  name: Capture | undefined,
  value: Capture | undefined,
): void {
  const place = using ?? alias;
  if (place === undefined) return;
  const inside = out.around.namespacePath(place.startIndex);
  const within = (local: string): string => (inside === '' ? local : `${inside}.${local}`);
  if (alias !== undefined && name !== undefined && value !== undefined) out.alias(within(name.text), dotted(value.text), alias.startRow);
  if (using === undefined || out.around.inType(using.startIndex)) return;
  const [, all, path = ''] = /^using\s+(namespace\s+|enum\s+|typename\s+)?([^;]*)/.exec(using.text) ?? [];
  for (const one of splitArguments(path)) {
    const target = dotted(one);
    if (all !== undefined && !all.startsWith('typename')) out.alias('*', target, using.startRow);
    else if (target.includes('.')) out.alias(within(target.slice(target.lastIndexOf('.') + 1)), target, using.startRow);
  }
}
