import type { TreeView } from '#languages/language.ts';
import { byCodeUnit } from '#schema/primitives.ts';
import { C } from './fixtures-c.ts';
import { CPP } from './fixtures-cpp.ts';
import { CSHARP } from './fixtures-csharp.ts';
import { JAVA } from './fixtures-java.ts';
import { KOTLIN } from './fixtures-kotlin.ts';
import { PHP } from './fixtures-php.ts';
import { RUBY } from './fixtures-ruby.ts';
import { RUST } from './fixtures-rust.ts';

export function treeOf(files: Readonly<Record<string, string>>): TreeView {
  const paths = Object.keys(files).sort(byCodeUnit);
  return { paths, has: (path) => Object.hasOwn(files, path), text: (path) => (Object.hasOwn(files, path) ? (files[path] ?? null) : null) };
}

/** One file of a language and what must be read out of it. Names are no usual ones, so that no default can hide a broken rule. */
export interface LanguageFixture {
  readonly language: string;
  readonly source: string;
  /** qualified, kind, `startLine-endLine`, exported. */
  readonly definitions: readonly (readonly [string, string, string, boolean])[];
  /** Qualified names of those that only declare. */
  readonly declarations?: readonly string[];
  readonly signatures: Readonly<Record<string, string>>;
  readonly docs: Readonly<Record<string, string | null>>;
  /** kind, qualifier or '', name. */
  readonly references: readonly string[];
  readonly absent: readonly string[];
  /** `module: local=imported …`, `>` in front of a re-export. */
  readonly imports: readonly string[];
  readonly inlineTests: readonly (readonly [number, number])[];
}

export const PYTHON: LanguageFixture = {
  language: 'python',
  source: `"""Module.

>>> zeta(1)
2
"""
from . import quux as q, wim
from ..alpha.beta import (gamma, delta as d)  # both
from omega import *
import os.path, numlib as nl

LIMIT: int = 3
first, second = 1, 2


@nl.frozen(slots=True)
class Kettle(q.Base, Lidded, metaclass=Meta):
    """Boils.

    Twice.
    """

    volume = 4

    @property
    async def heat(self, to: "Degree", *rest: nl.Any, fast=True) -> Optional[gamma]:
        def inner(gamma):
            return gamma(d)
        with open(to) as handle:
            handle.read()
        return os.path.join(wim.depth, self._pour(inner))

    def _pour(self, x): return x

def zeta(n):
    d = n
    return d(n) + [gamma for gamma in n]

def test_zeta():
    assert zeta(1) == 2

class TestKettle:
    pass

class Odd(unittest.TestCase):
    pass
`,
  definitions: [
    ['LIMIT', 'variable', '11-11', true],
    ['first', 'variable', '12-12', true],
    ['second', 'variable', '12-12', true],
    ['Kettle', 'class', '15-32', true],
    ['Kettle.volume', 'variable', '22-22', true],
    ['Kettle.heat', 'method', '24-30', true],
    ['Kettle.heat.inner', 'function', '26-27', false],
    ['Kettle._pour', 'method', '32-32', false],
    ['zeta', 'function', '34-36', true],
    ['test_zeta', 'function', '38-39', true],
    ['TestKettle', 'class', '41-42', true],
    ['Odd', 'class', '44-45', true],
  ],
  signatures: {
    LIMIT: 'LIMIT: int = 3',
    Kettle: '@nl.frozen(slots=True) class Kettle(q.Base, Lidded, metaclass=Meta)',
    'Kettle.heat': '@property async def heat(self, to: "Degree", *rest: nl.Any, fast=True) -> Optional[gamma]',
  },
  docs: { Kettle: 'Boils.\n\nTwice.', zeta: null },
  references: [
    'calls nl frozen',
    'extends q Base',
    'extends  Lidded',
    'types nl Any',
    'types  Optional',
    'types  gamma',
    'calls os.path join',
    'reads wim depth',
    'calls self _pour',
    'calls  zeta',
    'reads  d',
    'extends unittest TestCase',
    'calls handle read',
  ],
  // A parameter, a comprehension variable and an assigned name shadow what is imported; `open` is the language's own.
  absent: ['calls  gamma', 'calls  d', 'reads  gamma', 'calls  open', 'reads  slots', 'reads  fast'],
  imports: [
    '>.: q=quux wim=wim',
    '>.quux: q=*',
    '>.wim: wim=*',
    '>..alpha.beta: gamma=gamma d=delta',
    '>..alpha.beta.gamma: gamma=*',
    '>..alpha.beta.delta: d=*',
    '>omega: *=*',
    '>os.path: os.path=*',
    '>os: os=*',
    '>numlib: nl=*',
  ],
  inlineTests: [
    [3, 4],
    [38, 39],
    [41, 42],
    [44, 45],
  ],
};

const ECMASCRIPT = `import brew, { steep as s, pour } from './leaf.js';
import * as ns from 'kettle-lib';
import './polyfill';
export { one as uno, two } from './numbers';
export * from './all';
export * as everything from './every';
const cup = require('./cup'), { saucer: plate } = require('./plate');
const spoon = require('./spoon').silver;
const { lazy } = await import('./lazy');
/**
 * Holds tea.
 */
export default class Pot extends ns.Vessel {
  #lid = 1;
  static of(size) { return new Pot(size); }
  fill(pour) { pour(this.level); s(ns.depth); return plate; }
}
export const boil = async (water, brew) => brew(water), LIMIT = 3;
function hidden({ s }) { s(); return spoon(); }
export { hidden as shown, pour };
exports.late = function (x) { return cup.make(x); };
Pot.prototype.drain = function () {};
const set = { wash() {}, limit: LIMIT };
if (import.meta.vitest) {
  const { it } = import.meta.vitest;
  it('boils', () => {});
}
`;
const ECMASCRIPT_EXPECTED: Omit<LanguageFixture, 'language' | 'source'> = {
  definitions: [
    ['Pot', 'class', '13-17', true],
    ['Pot.#lid', 'variable', '14-14', false],
    ['Pot.of', 'method', '15-15', true],
    ['Pot.fill', 'method', '16-16', true],
    ['boil', 'function', '18-18', true],
    ['LIMIT', 'variable', '18-18', true],
    ['hidden', 'function', '19-19', true],
    ['late', 'function', '21-21', true],
    ['Pot.drain', 'method', '22-22', true],
    ['set', 'variable', '23-23', false],
    ['set.wash', 'method', '23-23', false],
  ],
  signatures: { Pot: 'export default class Pot extends ns.Vessel', 'Pot.fill': 'fill(pour)', hidden: 'function hidden({ s })' },
  docs: { Pot: 'Holds tea.', boil: null },
  references: ['extends ns Vessel', 'calls  Pot', 'calls  s', 'reads ns depth', 'reads  plate', 'calls  spoon', 'calls cup make'],
  absent: ['calls  brew', 'calls  pour'],
  imports: [
    './leaf.js: brew=default s=steep pour=pour',
    'kettle-lib: ns=*',
    './polyfill:',
    '>./numbers: uno=one two=two',
    '>./all: *=*',
    '>./every: everything=*',
    './cup: cup=* cup=default',
    './plate: plate=saucer',
    './spoon: spoon=silver',
    './lazy: lazy=lazy',
    '>: default=Pot',
    '>: shown=hidden',
    '>./leaf.js: pour=pour',
  ],
  inlineTests: [[24, 27]],
};

export const JAVASCRIPT: LanguageFixture = { language: 'javascript', source: ECMASCRIPT, ...ECMASCRIPT_EXPECTED };

const TYPES = `
import type { Leaf } from './leaf.js';
import legacy = require('./legacy');
/** What pours. */
export interface Pourer<T> extends Base<T>, ns.Other { pour(cup: Leaf): void; readonly size: number }
export type Cup = Leaf | Pourer<string>;
export enum Kind { Green = 1, Black }
export abstract class Jug<T> implements Pourer<T>, ns.Shape { constructor(private readonly leaf: Leaf) { super(); } abstract tilt(): T; spin = (x: T) => legacy.spin(x); }
export function over(a: string): void;
export namespace Deep.Inner { export const k = 1; }
`;

export const TYPESCRIPT: LanguageFixture = {
  language: 'typescript',
  source: `${TYPES}const cast = <Leaf>legacy;\n`,
  definitions: [
    ['Pourer', 'type', '5-5', true],
    ['Pourer.pour', 'method', '5-5', true],
    ['Pourer.size', 'variable', '5-5', true],
    ['Cup', 'type', '6-6', true],
    ['Kind', 'type', '7-7', true],
    ['Kind.Green', 'constant', '7-7', true],
    ['Kind.Black', 'constant', '7-7', true],
    ['Jug', 'class', '8-8', true],
    ['Jug.constructor', 'method', '8-8', true],
    ['Jug.tilt', 'method', '8-8', true],
    ['Jug.spin', 'method', '8-8', true],
    ['over', 'function', '9-9', true],
    ['Deep.Inner', 'module', '10-10', true],
    ['Deep.Inner.k', 'variable', '10-10', true],
    ['cast', 'variable', '11-11', false],
  ],
  signatures: { Pourer: 'export interface Pourer<T> extends Base<T>, ns.Other', Cup: 'export type Cup = Leaf | Pourer<string>;' },
  docs: { Pourer: 'What pours.' },
  references: [
    'extends  Base',
    'extends ns Other',
    'types  Leaf',
    'types  Pourer',
    'extends  Pourer',
    'extends ns Shape',
    'calls legacy spin',
    'reads  legacy',
  ],
  absent: ['types  T'],
  imports: ['./leaf.js: Leaf=Leaf', './legacy: legacy=* legacy=default'],
  inlineTests: [],
};

export const TSX: LanguageFixture = {
  language: 'tsx',
  source: `import { Frame, type Look } from './frame';\nexport const App = <T,>(props: Look<T>) => <Frame.Outer deep={props}><Inner /></Frame.Outer>;\n`,
  definitions: [['App', 'function', '2-2', true]],
  signatures: { App: 'export const App = <T,>(props: Look<T>)' },
  docs: { App: null },
  references: ['calls Frame Outer', 'calls  Inner', 'types  Look'],
  absent: ['reads  props'],
  imports: ['./frame: Frame=Frame Look=Look'],
  inlineTests: [],
};

export const GO: LanguageFixture = {
  language: 'go',
  source: `// Package brew brews.
package brew

import (
	"fmt"
	lf "example.org/tea/leaf"
	. "example.org/tea/dots"
	_ "example.org/tea/side"
	"example.org/go-steep/v3"
)

// Pot holds.
// Much.
type Pot struct {
	Base
	*lf.Handle
	Size, depth int
}

type Pourer interface {
	lf.Tilter
	Pour(cup lf.Cup) error
}

type Set[K comparable, V any] struct{ inner map[K]V }

const (
	Green = iota
	black
)

var Limit, floor = 3, 1

// Pour pours.
func (p *Pot) Pour(cup lf.Cup, leaf Leaf) (err error) {
	fmt.Println(p.Size, Limit, len(cup))
	for i, leaf := range steep.All(Leaf{Kind: Green}) {
		go stir(i, leaf)
	}
	return lf.Fill(lf.Opts{}, lf.Max, func(stir int) int { return stir }(1))
}

func (s Set[K, V]) Add(k K) {}

func ExamplePot() {}

func Testify() {}

func TestPot_Pour(t *testing.T) { helper(t) }
`,
  definitions: [
    ['Pot', 'type', '14-18', true],
    ['Pot.Size', 'variable', '17-17', true],
    ['Pot.depth', 'variable', '17-17', false],
    ['Pourer', 'type', '20-23', true],
    ['Pourer.Pour', 'method', '22-22', true],
    ['Set', 'type', '25-25', true],
    ['Set.inner', 'variable', '25-25', false],
    ['Green', 'constant', '28-28', true],
    ['black', 'constant', '29-29', false],
    ['Limit', 'variable', '32-32', true],
    ['floor', 'variable', '32-32', false],
    ['Pot.Pour', 'method', '35-41', true],
    ['Set.Add', 'method', '43-43', true],
    ['ExamplePot', 'function', '45-45', true],
    ['Testify', 'function', '47-47', true],
    ['TestPot_Pour', 'function', '49-49', true],
  ],
  signatures: { Pot: 'type Pot struct', 'Pot.Pour': 'func (p *Pot) Pour(cup lf.Cup, leaf Leaf) (err error)' },
  docs: { Pot: 'Pot holds.\nMuch.', 'Pot.Pour': 'Pour pours.', Set: null },
  references: [
    'extends  Base',
    'extends lf Handle',
    'extends lf Tilter',
    'types lf Cup',
    'types  Leaf',
    'reads  Limit',
    'reads  Green',
    'calls steep All',
    'calls  Leaf',
    'calls  stir',
    'calls lf Fill',
    'calls lf Opts',
    'reads lf Max',
    'calls  helper',
    'calls fmt Println',
  ],
  absent: ['calls  len', 'types  int', 'reads  leaf', 'reads  cup', 'reads  Kind', 'reads  stir'],
  imports: [
    'fmt: fmt=*',
    'example.org/tea/leaf: lf=*',
    'example.org/tea/dots: *=*',
    'example.org/tea/side:',
    'example.org/go-steep/v3: steep=*',
  ],
  inlineTests: [
    [45, 45],
    [49, 49],
  ],
};

export const FIXTURES: readonly LanguageFixture[] = [
  PYTHON,
  JAVASCRIPT,
  TYPESCRIPT,
  TSX,
  GO,
  RUST,
  JAVA,
  RUBY,
  CSHARP,
  PHP,
  KOTLIN,
  C,
  CPP,
];
