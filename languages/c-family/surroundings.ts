import type { Capture } from '../language.ts';
import { rangeKey } from '../symbols/draft.ts';
import { withoutArguments } from './declarator.ts';
import { type Match, Nest, type Span, spanOf } from './places.ts';

interface Namespace extends Span {
  /** Dotted; null for one without a name, `''` for an inline one, whose names are those of the namespace around. */
  readonly name: string | null;
}
interface Type extends Span {
  readonly isClass: boolean;
  readonly isScopedEnum: boolean;
}
interface Access extends Span {
  readonly access: string;
}

/** What stands around a place of one file: namespaces, types with their access marks, function bodies, template heads. */
export class Surroundings {
  readonly namespaces: Nest<Namespace>;
  readonly functions: Nest<Span>;
  readonly types: Nest<Type>;
  readonly #access: readonly Access[];
  readonly #wraps = new Map<string, Capture>();
  readonly #friends = new Set<string>();
  readonly inits = new Map<string, Match>();

  constructor(matches: readonly Match[]) {
    const namespaces: Namespace[] = [];
    const functions: Span[] = [];
    const types: Type[] = [];
    const access: Access[] = [];
    for (const match of matches) {
      const [body, name] = [match.get('body'), match.get('name')];
      const space = match.get('c.namespace');
      if (space !== undefined) namespaces.push({ ...spanOf(space), name: namespaceName(space, name) });
      if (match.has('c.function') && body !== undefined) functions.push(spanOf(body));
      const type = match.get('c.type');
      if (type !== undefined && body !== undefined)
        types.push({ ...spanOf(body), isClass: type.text.startsWith('class'), isScopedEnum: /^enum\s+(?:class|struct)\b/.test(type.text) });
      const mark = match.get('c.access');
      if (mark !== undefined) access.push({ ...spanOf(mark), access: mark.text.trim() });
      const wrap = match.get('c.wrap') ?? match.get('c.friend');
      const inner = match.get('inner');
      if (wrap !== undefined && inner !== undefined) {
        this.#wraps.set(rangeKey(inner), wrap);
        if (match.has('c.friend')) this.#friends.add(rangeKey(inner));
      }
      const init = match.get('c.init');
      if (init !== undefined) this.inits.set(rangeKey(init), match);
    }
    this.namespaces = new Nest(namespaces);
    this.functions = new Nest(functions);
    this.types = new Nest(types);
    this.#access = access.sort((a, b) => a.start - b.start);
  }

  /** The node with the template head, the linkage or the `friend` around it. */
  outermost(node: Capture): Capture {
    let at = node;
    for (let next = this.#wraps.get(rangeKey(at)); next !== undefined && next !== at; next = this.#wraps.get(rangeKey(at))) at = next;
    return at;
  }

  isFriend(node: Capture): boolean {
    let at: Capture | undefined = node;
    while (at !== undefined) {
      if (this.#friends.has(rangeKey(at))) return true;
      at = this.#wraps.get(rangeKey(at));
    }
    return false;
  }

  inFunction(offset: number): boolean {
    return this.functions.around(offset).length > 0;
  }

  inType(offset: number): boolean {
    const [type] = this.types.around(offset);
    const [body] = this.functions.around(offset);
    return type !== undefined && (body === undefined || body.start < type.start);
  }

  inScopedEnum(offset: number): boolean {
    return this.types.around(offset)[0]?.isScopedEnum === true;
  }

  isUnnamed(offset: number): boolean {
    return this.namespaces.around(offset).some(({ name }) => name === null);
  }

  /** Dotted path of the namespaces around, as definitions in them are qualified. */
  namespacePath(offset: number): string {
    const names = this.namespaces.around(offset).map(({ name }) => name ?? '');
    return names
      .reverse()
      .filter((name) => name !== '')
      .join('.');
  }

  /** True for a member that only its own class sees. */
  isPrivate(offset: number): boolean {
    const [type] = this.types.around(offset);
    if (type === undefined || !this.inType(offset)) return false;
    const mark = this.#access.findLast(({ start }) => start < offset && start > type.start && this.types.around(start)[0] === type);
    return mark === undefined ? type.isClass : mark.access === 'private';
  }
}

function namespaceName(space: Capture, name: Capture | undefined): string | null {
  if (name === undefined) return null;
  const head = space.text.slice(0, name.startIndex - space.startIndex);
  return /\binline\b/.test(head) ? '' : dotted(name.text);
}

/** `a::b<T>::c` → `a.b.c`, as definitions are qualified. */
export function dotted(path: string): string {
  return withoutArguments(path)
    .replace(/\binline\s+|\btemplate\s+/g, '')
    .replace(/\s+/g, '')
    .replace(/::/g, '.')
    .replace(/^\.+|\.+$/g, '');
}
