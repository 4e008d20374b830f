import { AROUND } from '../symbols/dialect.ts';
import { dotted } from './imports.ts';

const PLAIN = /^(?:\w*self|static|parent|array|callable|iterable|object|mixed|void|never|string|int|float|bool|false|true|null)$/i;

/** A class by its name, or from some namespace on: what starts with no import is looked up by its full name. */
export function className(text: string): string {
  return text.includes('\\') ? `${AROUND}.${dotted(text.replace(/^namespace\\/i, ''))}` : text;
}

/** `?Brew\Lid` → the class; null for several types and what the language itself names. */
export function typeName(text: string): string | null {
  const [type, ...more] = text
    .replace(/^\?/, '')
    .split('|')
    .map((part) => part.trim())
    .filter((part) => !/^null$/i.test(part));
  if (type === undefined || more.length > 0 || PLAIN.test(type) || !/^\\?[\p{L}_][\p{L}\p{N}_\\]*$/u.test(type)) return null;
  return className(type);
}
