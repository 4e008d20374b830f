import parse from 'spdx-expression-parse';
import type { Licence } from '#schema/candidate.ts';
import { type Declared, declaredLicences } from './manifests.ts';
import { matchText, type TextMatch } from './match.ts';
import { familyOf, isOpen, licenceTemplates } from './templates.ts';

export type Told = { readonly licence: Licence; readonly open: boolean } | { readonly unknown: string };

const LICENCE_FILE = /^(?:(?:mit|apache|bsd)[-_.])?(?:un)?licen[cs]e(?:[-_.][\w.-]+)?$|^copying(?:[-_.][\w.-]+)?$/i;
/** Licences of parts that are shipped along say nothing of the whole. */
const OF_PARTS = /third[-_.]?part|vendor|bundled|notice|dependenc|docs?\b|fonts?\b|artwork|logo/i;

export function isLicenceFile(path: string): boolean {
  return (
    !path.includes('/') &&
    LICENCE_FILE.test(path) &&
    !OF_PARTS.test(path) &&
    !/\.(?:py|[cm]?[jt]sx?|go|rb|rs|sh|ya?ml|json|toml|html?)$/i.test(path)
  );
}

/**
 * The licence of a tree: its root's licence texts, matched by their words; a manifest's field joins several files, and stands
 * alone only where there is no text. Disagreement of the two is told in `toldBy`.
 */
export async function tellLicence(paths: readonly string[], textOf: (path: string) => string | null): Promise<Told> {
  const files = paths.filter(isLicenceFile);
  const declared = declaredLicences(textOf);
  if (files.length === 0) return fromManifest(declared);
  const open = await licenceTemplates(true);
  const told: { readonly path: string; readonly match: Exclude<TextMatch, { unknown: string }> }[] = [];
  for (const path of files) {
    const text = textOf(path);
    if (text === null) return { unknown: `${path} is no readable text` };
    let match = matchText(text, open);
    if ('unknown' in match) {
      const closed = matchText(text, await licenceTemplates(false));
      if ('unknown' in closed) return { unknown: `${path}: ${match.unknown}` };
      match = closed;
    }
    told.push({ path, match });
  }
  const ids = [...new Set(told.flatMap(({ match }) => match.spdx))].sort();
  const spdx = joined(ids, files, declared);
  const witness = declared.map((field) => `${field.path} ${agrees(field, ids) ? 'agrees' : `says ${field.written}`}`);
  const texts = told.map(({ path, match }) => `${path} text matches ${match.spdx.join(' and ')} (${match.likeness.toFixed(3)})`);
  return { licence: { spdx, files, toldBy: [...texts, ...witness].join('; ') }, open: told.every(({ match }) => match.open) };
}

async function fromManifest(declared: readonly Declared[]): Promise<Told> {
  const field = declared.find((candidate) => candidate.spdx !== null);
  if (field?.spdx === undefined || field.spdx === null) return { unknown: 'no licence file, and no manifest names an SPDX licence' };
  return {
    licence: { spdx: field.spdx, files: [], toldBy: `${field.path} license field, no licence text` },
    open: await isOpen(field.spdx),
  };
}

/** A manifest that names exactly these licences says how they join; else a file each (`LICENSE-MIT`, `LICENSE-APACHE`) is a choice. */
function joined(ids: readonly string[], files: readonly string[], declared: readonly Declared[]): string {
  const [only] = ids;
  const expression = declared.find((field) => agrees(field, ids))?.spdx;
  if (expression !== undefined && expression !== null) return expression;
  if (ids.length === 1 && only !== undefined) return only;
  return ids.join(files.length === ids.length && files.every((file) => /[-_.](?:mit|apache|bsd|mpl|isc)/i.test(file)) ? ' OR ' : ' AND ');
}

function agrees(field: Declared, ids: readonly string[]): boolean {
  return field.spdx !== null && families(field.spdx).join() === [...new Set(ids.map(familyOf))].sort().join();
}

/** The families of an expression, sorted, each once. */
export function families(expression: string): string[] {
  const collect = (node: ReturnType<typeof parse>): string[] =>
    'conjunction' in node ? [...collect(node.left), ...collect(node.right)] : [node.license];
  return [...new Set(collect(parse(expression)).map(familyOf))].sort();
}
