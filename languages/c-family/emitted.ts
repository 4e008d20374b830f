import type { Capture, DefinitionKind, Import } from '../language.ts';
import { oneLine } from '../symbols/text.ts';
import type { Declared } from './declarator.ts';
import type { Places } from './places.ts';
import { dotted, type Surroundings } from './surroundings.ts';

/** What is told of a definition beside its kind, node and name. */
export interface Told {
  readonly owner?: Capture | null;
  readonly body?: Capture | undefined;
  readonly value?: Capture | undefined;
  readonly declares?: boolean;
  readonly typed?: string | null;
  readonly lift?: string | null;
  readonly hidden?: boolean;
}

/** Definitions of one file as captures of `symbols/draft.ts`, and what the dialect must know beside them. */
export class Emitted {
  readonly captures: Capture[] = [];
  /** Start offsets of names that no other file sees: static, in a namespace without a name, private. */
  readonly hidden = new Set<number>();
  /** Other names for what is defined, by using declarations and namespaces that macros open. */
  readonly aliases: Import[] = [];
  readonly source: string;
  readonly places: Places;
  readonly around: Surroundings;
  readonly inC: boolean;

  constructor(source: string, places: Places, around: Surroundings, inC: boolean) {
    this.source = source;
    this.places = places;
    this.around = around;
    this.inC = inC;
  }

  /** One match of these captures. */
  add(...captures: readonly (Capture | null)[]): void {
    this.captures.push(...this.places.together(...captures));
  }

  alias(local: string, imported: string, row: number): void {
    this.aliases.push({ module: '', names: [{ local, imported }], line: row + 1, reExport: true });
  }

  /** One definition. Where it stands decides whether others see it. */
  put(kind: DefinitionKind, node: Capture, name: Capture, more: Told): void {
    const { owner = null, body, value, declares = false, typed = null, lift = null, hidden = false } = more;
    const whole = this.around.outermost(node);
    const tell = (what: string, text = ''): Capture => this.places.part(what, name.startIndex, name.startIndex, text);
    if (hidden || this.around.isUnnamed(name.startIndex) || (owner === null && lift === null && this.around.isPrivate(name.startIndex)))
      this.hidden.add(name.startIndex);
    this.add(
      { ...whole, name: `def.${kind}` },
      { ...name, name: 'name' },
      owner === null ? null : { ...owner, name: 'owner' },
      body === undefined ? null : { ...body, name: 'body' },
      value === undefined ? null : { ...value, name: 'value' },
      declares ? tell('declares') : null,
      typed === null ? null : tell('yields', typed),
      lift === null ? null : tell(`lift.${lift}`),
    );
  }

  nameOf(declarator: Capture, { name, start, end }: Declared): Capture {
    const text = oneLine(name)
      .replace(/\s*(::|[<>,*&()[\]~])\s*/g, '$1')
      .replace(/\.{3}/g, '…');
    return this.places.part('name', declarator.startIndex + start, declarator.startIndex + end, text);
  }

  ownerOf(declarator: Capture, { owner }: Declared): Capture | null {
    if (owner === null) return null;
    const start = declarator.startIndex + owner.start;
    const path = beyond(dotted(owner.text), this.around.namespacePath(start));
    return path === '' ? null : this.places.part('owner', start, start + owner.text.length, path);
  }

  /** A definition outside its class is a use of the class. */
  usesOwner(owner: Capture | null): void {
    if (owner === null) return;
    const parts = dotted(owner.text).split('.');
    const name = parts.pop() ?? '';
    this.add(
      { ...owner, name: 'ref.types', text: name },
      parts.length === 0 ? null : { ...owner, name: 'qualifier', text: parts.join('.') },
    );
  }
}

/** An owner from the namespace it stands in: `ada::url` within `namespace ada` is `url`. */
function beyond(owner: string, namespace: string): string {
  for (let at = namespace; at !== ''; at = at.includes('.') ? at.slice(at.indexOf('.') + 1) : '')
    if (owner === at || owner.startsWith(`${at}.`)) return owner.slice(at.length + 1);
  return owner;
}
