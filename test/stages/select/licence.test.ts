import list from 'spdx-license-list/full.js';
import { describe, expect, it } from 'vitest';
import { declaredLicences } from '#stages/select/licence/manifests.ts';
import { matchText } from '#stages/select/licence/match.ts';
import { families, isLicenceFile, tellLicence } from '#stages/select/licence/tell.ts';
import { familyOf, isOpen, licenceTemplates } from '#stages/select/licence/templates.ts';

const text = (spdx: string): string => list[spdx]?.licenseText ?? '';
const filled = (spdx: string): string =>
  text(spdx)
    .replace(/<[^<>\n]{1,60}>/g, 'Eve Example')
    .replace(/\[(yyyy|name of copyright owner)\]/g, '2020 Eve');
const wrapped = (body: string): string => body.replace(/(.{1,60})\s/g, '$1\n').replace(/^/gm, '  ');
const tree = (files: Record<string, string>) => tellLicence(Object.keys(files).sort(), (path) => files[path] ?? null);

describe('licence texts', () => {
  it('tells every text of the OSI’s list from every other, filled in and rewrapped', async () => {
    const templates = await licenceTemplates(true);
    const wrong: string[] = [];
    const unknown: string[] = [];
    for (const { spdx } of templates) {
      const match = matchText(wrapped(filled(spdx)), templates);
      if ('unknown' in match) unknown.push(spdx);
      else if (match.spdx.join() !== spdx) wrong.push(`${spdx}: ${JSON.stringify(match)}`);
    }
    expect(wrong).toEqual([]);
    // Short texts that are mostly names: not told is allowed, told wrongly is not.
    expect(unknown.length).toBeLessThanOrEqual(4);
    expect(templates.length).toBeGreaterThan(100);
  });

  it.each([
    ['BSD-3-Clause', (body: string) => body.replace('the copyright holder nor', 'Eve Inc. nor').replaceAll('COPYRIGHT HOLDERS', 'AUTHORS')],
    ['ISC', (body: string) => body.replace('and/or', 'and')],
    ['0BSD', (body: string) => body],
    [
      'MIT',
      (body: string) =>
        `The MIT License (MIT)\n\nCopyright (c) 2013 Eve, 2014-2026 others (https://example.org)\n${body.replace(/^MIT License\n\nCopyright.*$/m, '')}`,
    ],
    ['Apache-2.0', (body: string) => body.slice(0, body.indexOf('APPENDIX'))],
  ])('knows %s as people copy it', async (spdx, edit) => {
    expect(matchText(edit(filled(spdx)), await licenceTemplates(true))).toMatchObject({ spdx: [spdx], open: true });
  });

  it('calls nothing a licence that is none, or is one cut short', async () => {
    const templates = await licenceTemplates(true);
    expect(matchText('All rights reserved. Ask before you copy this, please, and be kind to each other.', templates)).toHaveProperty(
      'unknown',
    );
    expect(matchText(filled('MIT').slice(0, 500), templates)).toHaveProperty('unknown');
    expect(
      matchText(
        `${filled('MIT')}\n${'You may not use this Software for commercial purposes of any kind whatsoever. '.repeat(12)}`,
        templates,
      ),
    ).toHaveProperty('unknown');
  });

  it('takes no clause against selling for part of an open licence', async () => {
    const clause = `"Commons Clause" License Condition v1.0. The Software is provided to you by the Licensor under the License, as defined below, subject to the
      following condition. Without limiting other conditions in the License, the grant of rights under the License will not include, and the License does not
      grant to you, the right to Sell the Software. For purposes of the foregoing, "Sell" means practicing any or all of the rights granted to you under the
      License to provide to third parties, for a fee or other consideration, a product or service whose value derives, entirely or substantially, from the
      functionality of the Software. Any license notice or attribution required by the License must also include this Commons Clause License Condition notice.`;
    expect(matchText(`${clause}\n\n${filled('Apache-2.0')}`, await licenceTemplates(true))).toHaveProperty('unknown');
  });

  it('does not take BSD with its third clause in other words for BSD without it', async () => {
    const other = filled('BSD-2-Clause').replace(
      /THIS SOFTWARE IS/,
      '* The names of the contributors may not be used to endorse or promote products derived from this software without specific prior written permission.\n\nTHIS SOFTWARE IS',
    );
    const match = matchText(other, await licenceTemplates(true));
    expect('unknown' in match || match.spdx.join() === 'BSD-3-Clause').toBe(true);
  });

  it('finds both of two licences in one file', async () => {
    expect(matchText(`${filled('MIT')}\n\n${filled('Apache-2.0')}`, await licenceTemplates(true))).toMatchObject({
      spdx: ['Apache-2.0', 'MIT'],
    });
  });
});

describe('licence of a tree', () => {
  it('joins two files as the manifest says, else by their names', async () => {
    const both = { 'LICENSE-APACHE': filled('Apache-2.0'), 'LICENSE-MIT': filled('MIT') };
    expect(await tree(both)).toMatchObject({
      open: true,
      licence: { spdx: 'Apache-2.0 OR MIT', files: ['LICENSE-APACHE', 'LICENSE-MIT'] },
    });
    expect(await tree({ ...both, 'Cargo.toml': '[package]\nlicense = "MIT OR Apache-2.0"\n' })).toMatchObject({
      licence: { spdx: 'MIT OR Apache-2.0' },
    });
    expect(await tree({ COPYING: filled('MIT'), LICENSE: filled('BSD-2-Clause') })).toMatchObject({
      licence: { spdx: 'BSD-2-Clause AND MIT' },
    });
  });

  it('lets the text win over a manifest that disagrees, and says so', async () => {
    const told = await tree({ LICENSE: filled('MIT'), 'package.json': '{\n  "license": "ISC"\n}' });
    expect(told).toMatchObject({ licence: { spdx: 'MIT', toldBy: expect.stringContaining('package.json says ISC') } });
  });

  it('names a licence that is not open, and one that nobody knows', async () => {
    expect(await tree({ LICENSE: filled('BUSL-1.1') })).toMatchObject({ open: false, licence: { spdx: 'BUSL-1.1' } });
    expect(await tree({ LICENSE: 'Do as you like.' })).toHaveProperty('unknown');
    expect(await tree({ 'README.md': 'MIT' })).toHaveProperty('unknown');
    expect(await tree({ 'setup.py': "setup(\n    license='MIT License',\n)" })).toMatchObject({
      open: true,
      licence: { spdx: 'MIT', files: [] },
    });
  });

  it('reads no licence of parts, and no code', () => {
    expect(
      ['LICENSE', 'LICENSE.txt', 'license', 'COPYING', 'UNLICENSE', 'LICENSE-MIT', 'MIT-LICENSE', 'LICENCE.md'].every(isLicenceFile),
    ).toBe(true);
    expect(['docs/LICENSE', 'LICENSE.third-party', 'license.go', 'licenses.json', 'LICENSE-fonts', 'NOTICE'].some(isLicenceFile)).toBe(
      false,
    );
  });
});

it('reads manifests', () => {
  const files: Record<string, string> = {
    'package.json': '{ "name": "x",\n  "license": "MIT" }',
    'pyproject.toml': 'license = {text = "BSD-3-Clause"}',
    'setup.cfg': 'license = Apache 2.0',
  };
  expect(declaredLicences((path) => files[path] ?? null)).toEqual([
    { path: 'package.json', written: 'MIT', spdx: 'MIT' },
    { path: 'pyproject.toml', written: 'BSD-3-Clause', spdx: 'BSD-3-Clause' },
    { path: 'setup.cfg', written: 'Apache 2.0', spdx: 'Apache-2.0' },
  ]);
  expect(declaredLicences((path) => (path === 'package.json' ? '"license": "SEE LICENSE IN x"' : null))).toEqual([]);
  expect(declaredLicences((path) => (path === 'Cargo.toml' ? 'license = "MIT OR nonsense"' : null))).toEqual([
    { path: 'Cargo.toml', written: 'MIT OR nonsense', spdx: null },
  ]);
});

it('compares families and openness', async () => {
  expect(families('GPL-3.0-only OR MIT')).toEqual(['GPL-3.0', 'MIT']);
  expect(familyOf('LGPL-2.1-or-later')).toBe('LGPL-2.1');
  expect(await isOpen('MIT OR BUSL-1.1')).toBe(true);
  expect(await isOpen('MIT AND BUSL-1.1')).toBe(false);
});
