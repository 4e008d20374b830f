import type { Definition } from '#languages/language.ts';

/** One file of a unit as its requirement sees it: the text at the unit, and which of its lines the unit added. */
export interface UnitText {
  readonly path: string;
  readonly language: string;
  /** Text at the unit's last step; null when the unit deletes the file. */
  readonly after: string | null;
  /** Text before the unit's first step that touches it; null for a new file. */
  readonly before: string | null;
  /** 1-based lines of `after` that the unit added or rewrote. */
  readonly added: ReadonlySet<number>;
  readonly definitions: readonly Definition[];
}

export interface TestCase {
  readonly path: string;
  readonly name: string;
  /** Docstring or comment of the case, or null. */
  readonly doc: string | null;
}

/** All that a requirement may be made from: the acceptance side, and of the source only what tests bind to. */
export interface UnitMaterial {
  readonly unit: string;
  readonly tests: readonly UnitText[];
  readonly sources: readonly UnitText[];
  readonly cases: readonly TestCase[];
}

/** The added lines of a text, joined. */
export function addedText(text: UnitText): string {
  if (text.after === null) return '';
  return text.after
    .split('\n')
    .filter((_, index) => text.added.has(index + 1))
    .join('\n');
}
