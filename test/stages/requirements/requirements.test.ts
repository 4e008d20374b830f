import { describe, expect, it } from 'vitest';
import type { Definition } from '#languages/language.ts';
import { bindingsOf } from '#stages/requirements/bindings.ts';
import { goldLeaks } from '#stages/requirements/gold-leak.ts';
import { anonymise, identityLeaks, identityOf } from '#stages/requirements/identity.ts';
import type { UnitMaterial, UnitText } from '#stages/requirements/material.ts';
import { requirementOf } from '#stages/requirements/requirement.ts';
import { humanise, literals } from '#stages/requirements/tokens.ts';

const identity = identityOf(
  'https://example.org/acme/widget.git',
  ['Ada Lovelace'],
  ['ada@example.org'],
  ['abcdef0123456789abcdef0123456789abcdef01'],
);

function text(
  path: string,
  after: string,
  added: readonly number[],
  definitions: readonly Definition[] = [],
  before: string | null = null,
): UnitText {
  return { path, language: 'python', after, before, added: new Set(added), definitions };
}
const load: Definition = {
  name: 'load',
  qualified: 'Store.load',
  kind: 'method',
  startLine: 1,
  endLine: 3,
  signature: 'def load(self, key, strict=False)',
  doc: 'Loads a key.\n\nMore.',
  exported: true,
};
const secret: Definition = {
  ...load,
  name: '_secret',
  qualified: '_secret',
  startLine: 4,
  endLine: 5,
  signature: 'def _secret(x)',
  doc: null,
};
const material: UnitMaterial = {
  unit: 'unit_001',
  sources: [
    text(
      'src/store.py',
      'def load(self, key, strict=False):\n    computed = self._secret_table[key] * 42 + offset\n    raise KeyError(f"no such key: {key}")\ndef _secret(x):\n    return x',
      [1, 2, 3, 4, 5],
      [load, secret],
    ),
  ],
  tests: [
    text(
      'tests/test_store.py',
      'def test_load_strict():\n    store.load("a", strict=True)\n    assert str(e) == "no such key: a"',
      [1, 2, 3],
    ),
  ],
  cases: [{ path: 'tests/test_store.py', name: 'test_load_strict', doc: null }],
};

describe('requirements from the acceptance side', () => {
  const made = requirementOf(material, bindingsOf(material, new Set(['assert', 'str'])), (path) => path.replace(/\.py$/, ''), identity);

  it('names what the tests bind to, and nothing that they do not', () => {
    expect(made.requirement.requirement).toContain('`Store.load`: `def load(self, key, strict=False)`');
    expect(made.requirement.requirement).toContain('no such key: a');
    expect(made.requirement.requirement).not.toContain('_secret');
    expect(made.symbolScope).toEqual(['Store.load']);
  });
  it('takes names from code, not from prose, and none that the base uses already', () => {
    const prose: UnitMaterial = {
      ...material,
      sources: [text('a.py', 'opt = strict  # the closed row', [1])],
      tests: [text('t.py', 'assert strict == "the closed row"  # closed row', [1])],
    };
    expect(bindingsOf(prose, new Set(['assert'])).names).toEqual(['strict']);
    expect(bindingsOf(prose, new Set(['strict'])).names).toEqual([]);
  });
  it('says the behaviour from public documentation and test names', () => {
    expect(made.requirement.requirement).toContain('`Store.load`: Loads a key.');
    expect(made.acceptance).toEqual(['`test_load_strict`: load strict']);
  });
  it('shows no gold line, and a planted one is caught', () => {
    expect(goldLeaks(made.requirement.requirement, material)).toEqual([]);
    expect(goldLeaks('Use computed = self._secret_table[key] * 42 + offset here.', material)).toEqual([
      'computed = self._secret_table[key] * 42 + offset',
    ]);
  });
});

describe('identity', () => {
  it.each([
    ['URL https://example.org/x', 'see https://example.org/x'],
    ['repository acme/widget', 'from Acme/Widget'],
    ['person Ada Lovelace', 'by Ada Lovelace'],
    ['e-mail ada@example.org', 'ada@example.org'],
    ['commit abcdef012', 'since abcdef012'],
    ['number #12', 'fixes #12'],
    ['name widget', 'the widget library'],
  ])('finds %s, and none after anonymising', (leak, sentence) => {
    expect(identityLeaks(sentence, identity)).toContain(leak);
    expect(identityLeaks(anonymise(sentence, identity), identity)).toEqual([]);
  });
  it('allows the name inside code, where tests bind to it', () => {
    expect(identityLeaks('In `widget/store`: ok', identity)).toEqual([]);
    expect(anonymise('In `widget/store`: ok', identity)).toBe('In `widget/store`: ok');
  });
  it('leaves ordinary hexadecimal words alone', () => {
    expect(identityLeaks('the defaced facade is deadbeef1', identity)).toEqual([]);
  });
});

describe('tokens', () => {
  it('reads names as sentences', () => {
    expect(humanise('test_parses_empty_lines')).toBe('parses empty lines');
    expect(humanise('TestParseEmpty')).toBe('parse empty');
  });
  it('reads literals of all quotes', () => {
    expect(literals(`f("a \\" b", 'c', \`d\`, """e\nf""")`)).toEqual(['a \\" b', 'c', 'd', 'e\nf']);
  });
});
