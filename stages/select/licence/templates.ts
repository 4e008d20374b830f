import satisfies from 'spdx-satisfies';
import { likeness, licenceWords, type Shingles, shinglesOf } from './words.ts';

export interface Template {
  readonly spdx: string;
  readonly open: boolean;
  readonly shingles: Shingles;
}

/** Texts this alike are one text under several ids (`GPL-3.0-only`, `GPL-3.0-or-later`); the shortest id stands for them. */
const ONE_TEXT = 0.995;

/** SPDX's texts as shingles, one for each text, those on the OSI's list or all others. Loaded when asked for: 5 MB. */
export function licenceTemplates(open: boolean): Promise<readonly Template[]> {
  const known = made.get(open) ?? makeTemplates(open);
  made.set(open, known);
  return known;
}
const made = new Map<boolean, Promise<readonly Template[]>>();

async function makeTemplates(open: boolean): Promise<readonly Template[]> {
  const { default: list } = await import('spdx-license-list/full.js');
  const templates: Template[] = [];
  const ids = Object.keys(list).sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  for (const spdx of ids) {
    const licence = list[spdx];
    if (licence === undefined || licence.osiApproved !== open) continue;
    const shingles = shinglesOf(licenceWords(licence.licenseText));
    const family = familyOf(spdx);
    const known = templates.find((other) => family.startsWith(familyOf(other.spdx)) && likeness(other.shingles, shingles) >= ONE_TEXT);
    if (known === undefined) templates.push({ spdx, open, shingles });
  }
  return templates;
}

/** True when the terms of an SPDX expression can be met by licences of the OSI's list alone. Throws on what is no expression. */
export async function isOpen(expression: string): Promise<boolean> {
  const { default: list } = await import('spdx-license-list/full.js');
  const open = Object.keys(list).filter((spdx) => list[spdx]?.osiApproved === true);
  return satisfies(expression, open);
}

/** `GPL-3.0` of `GPL-3.0-only`, `GPL-3.0-or-later`, `GPL-3.0+`: which of them holds stands beside the text, not in it. */
export function familyOf(spdx: string): string {
  return spdx.replace(/(?:-only|-or-later|\+)$/, '');
}
