import type { Capture, DefinitionKind, ReferenceKind } from '../language.ts';

/**
 * The capture names that every query uses, so that one fold serves all grammars:
 * `def.<kind>` (with `name`, and where there is one `body`, `value`, `owner`) · `outer` around `inner` (export, decorators) ·
 * `scope` (anonymous function) · `bind` (local name) · `typed` (a variable with its declared `type`) · `path` (may import where it stands) · `ref.<kind>` (with `qualifier`) · `import` · `export` (a statement that exports names of the file) · `comment` · `inline` ·
 * `skip` (an identifier that is no use of a name). Names that start with `_` serve predicates only.
 * With a definition: `declares` (it only declares), `yields` (the dotted name of the type it has, yields or stands for), and `lift.types`, `lift.module` or `lift.file`
 * where it belongs outside the types, or all that is no module, or all, that it stands in.
 */
export type Lift = 'types' | 'module' | 'file';
export interface DraftDefinition {
  readonly kind: DefinitionKind;
  readonly node: Capture;
  readonly name: Capture;
  readonly body: Capture | null;
  readonly value: Capture | null;
  readonly owner: Capture | null;
  readonly declares: boolean;
  readonly yields: string | null;
  readonly lift: Lift | null;
}
export interface DraftReference {
  readonly kind: ReferenceKind;
  readonly name: Capture;
  readonly qualifier: Capture | null;
}
export interface Drafts {
  readonly definitions: readonly DraftDefinition[];
  readonly references: readonly DraftReference[];
  readonly scopes: readonly Capture[];
  readonly binds: readonly Capture[];
  /** Variables, parameters and fields with the type they are declared of. */
  readonly typed: readonly { readonly name: Capture; readonly type: Capture }[];
  readonly paths: readonly Capture[];
  readonly imports: readonly Capture[];
  readonly exports: readonly Capture[];
  readonly comments: readonly Capture[];
  readonly inline: readonly Capture[];
  /** Start offsets of identifiers that are no use of a name: definition names, keywords of calls. */
  readonly skip: ReadonlySet<number>;
  /** `start:end` of an inner node → the node around it. */
  readonly outer: ReadonlyMap<string, Capture>;
}

const DEFINITION_KINDS: Readonly<Record<string, DefinitionKind>> = {
  'def.function': 'function',
  'def.method': 'method',
  'def.class': 'class',
  'def.type': 'type',
  'def.constant': 'constant',
  'def.variable': 'variable',
  'def.module': 'module',
};
const REFERENCE_KINDS: Readonly<Record<string, ReferenceKind>> = {
  'ref.calls': 'calls',
  'ref.extends': 'extends',
  'ref.types': 'types',
  'ref.reads': 'reads',
};

const LIFTS: readonly Lift[] = ['types', 'module', 'file'];
const LIST_NAMES = ['scope', 'bind', 'path', 'import', 'export', 'comment', 'inline'] as const;
type ListName = (typeof LIST_NAMES)[number];

function isListName(name: string): name is ListName {
  return LIST_NAMES.some((one) => one === name);
}

export function rangeKey(capture: Capture): string {
  return `${capture.startIndex}:${capture.endIndex}`;
}

function matchesOf(captures: readonly Capture[]): Iterable<readonly Capture[]> {
  const byMatch = new Map<number, Capture[]>();
  for (const capture of captures) {
    const group = byMatch.get(capture.match);
    if (group === undefined) byMatch.set(capture.match, [capture]);
    else group.push(capture);
  }
  return byMatch.values();
}

/** Sorts the captures of a query into what they mean; a match means exactly one thing. */
export function draftsOf(captures: readonly Capture[]): Drafts {
  const definitions: DraftDefinition[] = [];
  const references: DraftReference[] = [];
  const lists: Record<ListName, Capture[]> = { scope: [], bind: [], path: [], import: [], export: [], comment: [], inline: [] };
  const typed: Drafts['typed'][number][] = [];
  const skip = new Set<number>();
  const outer = new Map<string, Capture>();
  for (const match of matchesOf(captures)) {
    const part = (name: string): Capture | null => match.find((capture) => capture.name === name) ?? null;
    const name = part('name');
    for (const capture of match) {
      const kind = DEFINITION_KINDS[capture.name];
      const use = REFERENCE_KINDS[capture.name];
      if (kind !== undefined && name !== null) {
        definitions.push({
          kind,
          node: capture,
          name,
          body: part('body'),
          value: part('value'),
          owner: part('owner'),
          declares: part('declares') !== null,
          yields: part('yields')?.text ?? null,
          lift: LIFTS.find((one) => part(`lift.${one}`) !== null) ?? null,
        });
        skip.add(name.startIndex);
      } else if (use !== undefined) references.push({ kind: use, name: capture, qualifier: part('qualifier') });
      else if (capture.name === 'typed') {
        const type = part('type');
        if (type !== null) typed.push({ name: capture, type });
      } else if (capture.name === 'skip') skip.add(capture.startIndex);
      else if (capture.name === 'outer') {
        const inner = part('inner');
        if (inner !== null) outer.set(rangeKey(inner), capture);
      } else if (isListName(capture.name)) lists[capture.name].push(capture);
    }
  }
  return {
    definitions,
    references,
    scopes: lists.scope,
    binds: lists.bind,
    typed,
    paths: lists.path,
    imports: lists.import,
    exports: lists.export,
    comments: lists.comment,
    inline: lists.inline,
    skip,
    outer,
  };
}
