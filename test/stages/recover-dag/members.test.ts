import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createParser } from '#io/parser.ts';
import type { Parser } from '#io/symbols.ts';
import { evidenceLines, recoveredFrom } from './candidate.ts';
import { line } from './history.ts';

describe('members: inherited, held by a name, given by another file', { timeout: 60_000 }, () => {
  let parser: Parser;
  beforeAll(() => {
    parser = createParser();
  });
  afterAll(async () => parser[Symbol.asyncDispose]());

  test('Python: what a class inherits is its base’s, over files, though the repository has the name twice', async () => {
    const result = await recoveredFrom(
      parser,
      'python',
      line([
        [
          'base',
          {
            'pkg/__init__.py': '',
            'pkg/other.py': 'class Other:\n    def shared_step(self):\n        return 0\n',
            'tests/test_a.py': 'def test_a():\n    assert 1\n',
          },
        ],
        [
          'adds the base class',
          {
            'pkg/vessel.py': 'class Vessel:\n    def shared_step(self):\n        return 1\n',
            'tests/test_b.py': 'def test_b():\n    assert 1\n',
          },
        ],
        [
          'adds a subclass',
          {
            'pkg/pot.py': 'from pkg.vessel import Vessel\n\n\nclass Pot(Vessel):\n    pass\n',
            'tests/test_c.py': 'def test_c():\n    assert 1\n',
          },
        ],
        [
          'uses it through two subclasses',
          {
            'pkg/tin.py': 'from pkg.pot import Pot\n\n\nclass Tin(Pot):\n    def go(self):\n        return self.shared_step()\n',
            'tests/test_d.py': 'def test_d():\n    assert 1\n',
          },
        ],
      ]),
    );
    expect(evidenceLines(result)).toEqual([
      'calls 1→3 Vessel.shared_step',
      'extends 1→2 Vessel',
      'extends 2→3 Pot',
      'imports 1→2 Vessel',
      'imports 2→3 Pot',
    ]);
    expect(result.ambiguous).toEqual([]);
  });

  test('Java: packages without import, static imports, nested and inherited members, receivers by declared type', async () => {
    const main = 'core/src/main/java/org/brew';
    const other = (name: string): string => `core/src/test/java/org/brew/${name}Test.java`;
    const empty = (name: string): string => `package org.brew;\n\nclass ${name}Test {\n  @Test\n  void works() {}\n}\n`;
    const result = await recoveredFrom(
      parser,
      'java',
      line([
        [
          'base',
          {
            [`${main}/Root.java`]: 'package org.brew;\n\npublic class Root {\n  void fillUp(int a) {}\n}\n',
            [other('Root')]: empty('Root'),
          },
        ],
        [
          'adds heat',
          {
            [`${main}/heat/Stove.java`]:
              'package org.brew.heat;\n\npublic class Stove {\n  public static final int LIMIT = 3;\n  public static class Coil {\n    public void glow() {}\n  }\n  public static int ignite() {\n    return 1;\n  }\n}\n',
            [other('Stove')]: empty('Stove'),
          },
        ],
        [
          'adds a vessel',
          {
            [`${main}/Vessel.java`]: 'package org.brew;\n\nabstract class Vessel {\n  protected int level;\n  void fillUp(int a) {}\n}\n',
            [other('Vessel')]: empty('Vessel'),
          },
        ],
        [
          'adds a pot',
          {
            [`${main}/Pot.java`]:
              'package org.brew;\n\nimport static org.brew.heat.Stove.*;\nimport org.brew.heat.Stove.Coil;\n\nclass Pot extends Vessel {\n  void boil(Coil coil) {\n    coil.glow();\n    fillUp(LIMIT);\n    level = ignite();\n  }\n}\n',
            [other('Pot')]: empty('Pot'),
          },
        ],
        [
          'tests the pot',
          {
            [`${main}/Cup.java`]: 'package org.brew;\n\nclass Cup {}\n',
            [other('Cup')]:
              'package org.brew;\n\nclass CupTest {\n  @Test\n  void works() {\n    Pot pot = new Pot();\n    pot.fillUp(1);\n    pot.boil(null);\n  }\n}\n',
          },
        ],
      ]),
    );
    expect(evidenceLines(result)).toEqual([
      'calls 1→3 Stove.Coil',
      'calls 1→3 Stove.Coil.glow',
      'calls 1→3 Stove.LIMIT',
      'calls 1→3 Stove.ignite',
      'calls 2→3 Vessel.fillUp',
      'calls 2→3 Vessel.level',
      'extends 2→3 Vessel',
      'imports 1→3 Stove',
      'imports 1→3 Stove.Coil',
      'test-exercises 2→4 Vessel.fillUp',
      'test-exercises 3→4 Pot',
      'test-exercises 3→4 Pot.boil',
    ]);
    expect(result.ambiguous).toEqual([]);
  });

  test('Java: an overload put before another is the newcomer', async () => {
    const pot = (methods: string): string => `class Pot {\n${methods}}\n`;
    const cup = (call: string): string => `class Cup {\n  void use(Pot pot) {\n    ${call}\n  }\n}\n`;
    const empty = (name: string): string => `class ${name}Test {\n  @Test\n  void works() {}\n}\n`;
    const old = '  void pour(int a) {\n    other();\n  }\n';
    const result = await recoveredFrom(
      parser,
      'java',
      line([
        ['base', { 'src/Pot.java': pot(''), 'src/test/PotTest.java': empty('Pot') }],
        ['adds one', { 'src/Pot.java': pot(old), 'src/test/ATest.java': empty('A') }],
        [
          'adds another before it',
          { 'src/Pot.java': pot(`  void pour(String leaf) {\n    brew(leaf);\n  }\n${old}`), 'src/test/BTest.java': empty('B') },
        ],
        // Inside the older one.
        [
          'edits the older',
          {
            'src/Pot.java': pot(`  void pour(String leaf) {\n    brew(leaf);\n  }\n${old.replace('other();', 'other();\n    more();')}`),
            'src/test/CTest.java': empty('C'),
          },
        ],
        ['uses', { 'src/Cup.java': cup('pot.pour(1);'), 'src/test/DTest.java': empty('D') }],
      ]),
    );
    expect(evidenceLines(result).filter((each) => each.startsWith('edits-inside'))).toContainEqual(expect.stringContaining('1→3'));
    expect(evidenceLines(result).filter((each) => each.startsWith('edits-inside') && each.includes('2→3'))).toEqual([]);
  });

  test('Rust: modules of files and in files, implementations elsewhere, variants, macros, tests in the source', async () => {
    const cargo = '[package]\nname = "tea-pot"\nversion = "0.1.0"\nedition = "2021"\n';
    const check = (name: string): string => `#[test]\nfn ${name}() {}\n`;
    const result = await recoveredFrom(
      parser,
      'rust',
      line([
        ['base', { 'Cargo.toml': cargo, 'src/lib.rs': 'mod root;\n', 'src/root.rs': 'pub fn fill_up() {}\n', 'tests/a.rs': check('a') }],
        [
          'adds a pot',
          {
            'src/lib.rs': 'mod root;\nmod pot;\npub mod prelude {\n    pub use crate::pot::Pot;\n}\n',
            'src/pot.rs':
              'pub struct Pot;\n\npub enum Grade {\n    Fine,\n}\n\nimpl Pot {\n    pub fn empty() -> Self {\n        Pot\n    }\n}\n',
            'tests/b.rs': check('b'),
          },
        ],
        [
          'gives the pot more',
          {
            'src/lib.rs': 'mod root;\nmod pot;\nmod more;\npub mod prelude {\n    pub use crate::pot::Pot;\n}\n',
            'src/more.rs':
              'use super::pot::Pot;\n\nimpl Pot {\n    pub fn pour_out(&self) {}\n}\n\n#[macro_export]\nmacro_rules! pots {\n    () => {};\n}\n',
            'tests/c.rs': check('c'),
          },
        ],
        [
          'adds another thing that pours out',
          {
            'src/root.rs': 'pub fn fill_up() {}\n\npub struct Can;\n\nimpl Can {\n    pub fn pour_out(&self) {}\n}\n',
            'tests/d.rs': check('d'),
          },
        ],
        [
          'uses them',
          {
            'src/lib.rs': 'mod root;\nmod pot;\nmod more;\nmod cup;\npub mod prelude {\n    pub use crate::pot::Pot;\n}\n',
            'src/cup.rs':
              'use crate::pot::Grade::*;\nuse crate::prelude::*;\n\npub fn drink(pot: &Pot) {\n    pot.pour_out();\n    pots!();\n    let _ = Fine;\n}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn drinks() {\n        super::drink(&crate::pot::Pot::empty());\n    }\n}\n',
            'tests/f.rs': check('f'),
          },
        ],
        [
          'tests from outside',
          {
            'src/root.rs': 'pub fn fill_up() {}\n\npub struct Can;\n\nimpl Can {\n    pub fn pour_out(&self) {}\n}\n\npub fn late() {}\n',
            'tests/e.rs': 'use tea_pot::prelude::Pot;\n\n#[test]\nfn e() {\n    Pot::empty();\n}\n',
          },
        ],
      ]),
    );
    // `Can` pours out too; the pot is known by its type, through a star of a module inside a file.
    expect(evidenceLines(result)).toEqual([
      'calls 1→2 Pot',
      'calls 1→4 Grade.Fine',
      'calls 1→4 Pot',
      'calls 2→4 Pot.pour_out',
      'calls 2→4 pots',
      'does-not-apply-without 3→5',
      'imports 1→2 Pot',
      'imports 1→4',
      'imports 1→4 Grade',
      'imports 1→4 prelude',
      'imports 2→4 pots',
      'test-exercises 1→4 Pot',
      'test-exercises 1→4 Pot.empty',
      'test-exercises 1→5 Pot',
      'test-exercises 1→5 Pot.empty',
    ]);
    expect(result.ambiguous).toEqual([]);
  });

  test('Ruby: constants from the innermost module outwards, classes opened again, mixins, requires', async () => {
    const check = (name: string): string => `def test_${name}\nend\n`;
    const result = await recoveredFrom(
      parser,
      'ruby',
      line([
        [
          'base',
          {
            'lib/brew.rb': 'module Brew\nend\n',
            'lib/other.rb': 'module Other\n  class Lid\n    def shut_tight\n    end\n  end\nend\n',
            'test/a.rb': check('a'),
          },
        ],
        [
          'adds a lid and a mixin',
          {
            'lib/brew/lid.rb': 'module Brew\n  class Lid\n    LIMIT = 3\n    def shut_tight\n    end\n  end\nend\n',
            'lib/brew/pours.rb': 'module Brew\n  module Pours\n    def pour_out\n    end\n  end\nend\n',
            'test/b.rb': check('b'),
          },
        ],
        [
          'opens the lid again',
          { 'lib/brew/lid/handle.rb': 'module Brew\n  class Lid\n    def lift_up\n    end\n  end\nend\n', 'test/c.rb': check('c') },
        ],
        [
          'adds a pot of them',
          {
            'lib/brew/pot.rb':
              "require 'brew/lid'\n\nmodule Brew\n  class Pot\n    include Pours\n    def fill(other)\n      lid = Lid.new\n      lid.shut_tight\n      lid.lift_up\n      other.fill(Lid::LIMIT)\n      pour_out\n    end\n  end\nend\n",
            'test/d.rb': check('d'),
          },
        ],
        [
          'uses it from elsewhere',
          {
            'lib/shop.rb': 'class Shop\n  def open\n    Brew::Pot.new.fill(::Other::Lid.new)\n    Lid.new\n  end\nend\n',
            'test/e.rb': "require 'brew/pot'\ndef test_e\n  Brew::Pot.new.pour_out\nend\n",
          },
        ],
      ]),
    );
    // Every file opens `Brew`; none needs another for that. `Lid` alone is no name at the top.
    expect(evidenceLines(result)).toEqual([
      'calls 1→3 Brew.Lid',
      'calls 1→3 Brew.Lid.LIMIT',
      'calls 1→3 Brew.Lid.shut_tight',
      'calls 1→3 Brew.Pours.pour_out',
      'calls 2→3 Brew.Lid.lift_up',
      'calls 3→4 Brew.Pot',
      'calls 3→4 Brew.Pot.fill',
      'extends 1→3 Brew.Pours',
      'imports 1→3',
      'test-exercises 1→4 Brew.Pours.pour_out',
      'test-exercises 3→4',
      'test-exercises 3→4 Brew.Pot',
    ]);
    expect(result.ambiguous).toEqual([]);
  });

  test('C#: namespaces, usings, parts of one class, what is inherited, members by bare name, full names', async () => {
    const check = (name: string): string => `namespace Brew.Tests;\n\nclass ${name} {}\n`;
    const result = await recoveredFrom(
      parser,
      'csharp',
      line([
        [
          'base',
          {
            'src/Root.cs': 'namespace Brew;\n\nclass Root\n{\n    void FillUp() { }\n}\n',
            'src/Pot.cs': 'namespace Brew;\n\npublic partial class Pot : Vessel\n{\n}\n',
            'test/A.cs': check('A'),
          },
        ],
        [
          'adds heat',
          {
            'src/Heat/Stove.cs':
              'namespace Brew.Heat\n{\n    public static class Stove\n    {\n        public const int Limit = 3;\n        public class Coil { public void Glow() { } }\n        public static int Ignite() => 1;\n    }\n}\n',
            'test/B.cs': check('B'),
          },
        ],
        [
          'adds a vessel and a part of the pot',
          {
            'src/Vessel.cs':
              'namespace Brew;\n\nabstract class Vessel\n{\n    protected int Level { get; set; }\n    protected void FillUp(int a) { }\n}\n',
            'src/Pot.Drain.cs': 'namespace Brew;\n\npublic partial class Pot\n{\n    void DrainAll() { }\n}\n',
            'test/C.cs': check('C'),
          },
        ],
        [
          'adds another part of the pot',
          {
            'src/Pot.Boil.cs':
              'using static Brew.Heat.Stove;\nusing Spiral = Brew.Heat.Stove.Coil;\n\nnamespace Brew;\n\npublic partial class Pot\n{\n    public void Boil(Spiral coil)\n    {\n        coil.Glow();\n        FillUp(Limit);\n        Level = Ignite();\n        DrainAll();\n    }\n}\n',
            'test/D.cs': check('D'),
          },
        ],
        [
          'tests the pot',
          {
            'src/Root.cs': 'namespace Brew;\n\nclass Root\n{\n    void FillUp() { }\n    int Most => Heat.Stove.Limit;\n}\n',
            'test/E.cs':
              'namespace Other.Tests;\n\nclass E\n{\n    Brew.Pot Pot { get; } = new();\n    void Works()\n    {\n        Pot.Boil(null);\n        Brew.Heat.Stove.Ignite();\n    }\n}\n',
          },
        ],
      ]),
    );
    // Every part is the class; none needs another for that.
    expect(evidenceLines(result)).toEqual([
      'calls 1→3 Stove.Coil',
      'calls 1→3 Stove.Coil.Glow',
      'calls 1→3 Stove.Ignite',
      'calls 1→3 Stove.Limit',
      'calls 1→4 Stove',
      'calls 1→4 Stove.Limit',
      'calls 2→3 Pot.DrainAll',
      'calls 2→3 Vessel.FillUp',
      'calls 2→3 Vessel.Level',
      'imports 1→3 Stove',
      'imports 1→3 Stove.Coil',
      'test-exercises 1→4 Stove',
      'test-exercises 1→4 Stove.Ignite',
      'test-exercises 3→4 Pot.Boil',
    ]);
    expect(result.ambiguous).toEqual([]);
  });

  test('PHP: namespaces, imported classes and functions, traits, promoted properties, receivers by declared type', async () => {
    const check = (name: string): string => `<?php\n\nclass ${name}Test\n{\n    function testWorks() {}\n}\n`;
    const result = await recoveredFrom(
      parser,
      'php',
      line([
        [
          'base',
          {
            'composer.json': '{ "autoload": { "psr-4": { "Brew\\\\": "src/" } } }\n',
            'src/Root.php': '<?php\n\nnamespace Brew;\n\nclass Root\n{\n    public function fillUp() {}\n}\n',
            'tests/ATest.php': check('A'),
          },
        ],
        [
          'adds heat',
          {
            'src/Heat/Stove.php':
              '<?php\n\nnamespace Brew\\Heat;\n\nconst LIMIT = 3;\n\nclass Stove\n{\n    public function glowHot() {}\n    public static function make() {}\n}\n\nfunction ignite() {}\n',
            'tests/BTest.php': check('B'),
          },
        ],
        [
          'adds a vessel and a trait',
          {
            'src/Vessel.php':
              '<?php\n\nnamespace Brew;\n\nabstract class Vessel\n{\n    protected $level;\n    public function fillUp() {}\n}\n',
            'src/Rinses.php': '<?php\n\nnamespace Brew;\n\ntrait Rinses\n{\n    function rinseOut() {}\n}\n',
            'tests/CTest.php': check('C'),
          },
        ],
        [
          'adds a pot',
          {
            'src/Pot.php':
              '<?php\n\nnamespace Brew;\n\nuse Brew\\Heat\\Stove as Oven;\nuse function Brew\\Heat\\ignite;\n\nclass Pot extends Vessel\n{\n    use Rinses;\n\n    public function __construct(private Oven $oven) {}\n\n    public function boil()\n    {\n        $this->oven->glowHot();\n        $this->fillUp(Heat\\LIMIT);\n        $this->level = ignite();\n        self::rinseOut();\n    }\n}\n',
            'tests/DTest.php': check('D'),
          },
        ],
        [
          'tests the pot',
          {
            'src/Cup.php': '<?php\n\nnamespace Brew;\n\nclass Cup {}\n',
            'tests/ETest.php':
              '<?php\n\nuse Brew\\Pot;\n\nclass ETest\n{\n    function testWorks()\n    {\n        $pot = new Pot(\\Brew\\Heat\\Stove::make());\n        $pot->fillUp();\n        $pot->boil();\n    }\n}\n',
          },
        ],
      ]),
    );
    expect(evidenceLines(result)).toEqual([
      'calls 1→3 LIMIT',
      'calls 1→3 Stove',
      'calls 1→3 Stove.glowHot',
      'calls 1→3 ignite',
      'calls 2→3 Rinses.rinseOut',
      'calls 2→3 Vessel.fillUp',
      'calls 2→3 Vessel.level',
      'extends 2→3 Rinses',
      'extends 2→3 Vessel',
      'imports 1→3 Stove',
      'imports 1→3 ignite',
      'test-exercises 1→4 Stove',
      'test-exercises 1→4 Stove.make',
      'test-exercises 2→4 Vessel.fillUp',
      'test-exercises 3→4 Pot',
      'test-exercises 3→4 Pot.boil',
    ]);
    expect(result.ambiguous).toEqual([]);
  });

  test('Kotlin: packages without import, top-level and extension functions, companions, expected and actual, inherited members', async () => {
    const main = 'core/src/commonMain/kotlin';
    const check = (name: string): string => `package org.brew\n\nclass ${name}Test {\n  @Test\n  fun works() {}\n}\n`;
    const other = (name: string): string => `core/src/commonTest/kotlin/${name}Test.kt`;
    const result = await recoveredFrom(
      parser,
      'kotlin',
      line([
        [
          'base',
          {
            [`${main}/Root.kt`]: 'package org.brew\n\nclass Root {\n  fun fillUp(a: Int) {}\n}\n',
            [other('Root')]: check('Root'),
          },
        ],
        [
          'adds heat',
          {
            [`${main}/heat/Stove.kt`]:
              'package org.brew.heat\n\nclass Stove {\n  fun glowHot() {}\n  companion object {\n    const val LIMIT = 3\n    fun make(): Stove = Stove()\n  }\n}\n\nfun ignite(): Int = 1\nfun Stove.coolDown() {}\n',
            [other('Stove')]: check('Stove'),
          },
        ],
        [
          'expects a vessel',
          {
            [`${main}/Vessel.kt`]: 'package org.brew\n\nexpect open class Vessel {\n  var level: Int\n  fun fillUp(a: Int)\n}\n',
            [other('Vessel')]: check('Vessel'),
          },
        ],
        [
          'has an actual one',
          {
            'core/src/jvmMain/kotlin/Vessel.kt':
              'package org.brew\n\nactual open class Vessel {\n  actual var level: Int = 0\n  actual fun fillUp(a: Int) {}\n}\n',
            [other('Actual')]: check('Actual'),
          },
        ],
        [
          'adds a pot',
          {
            [`${main}/Pot.kt`]:
              'package org.brew\n\nimport org.brew.heat.Stove\nimport org.brew.heat.coolDown\nimport org.brew.heat.ignite\n\nclass Pot(private val stove: Stove) : Vessel() {\n  fun boil() {\n    stove.glowHot()\n    stove.coolDown()\n    fillUp(Stove.LIMIT)\n    level = ignite()\n  }\n}\n',
            [other('Pot')]: check('Pot'),
          },
        ],
        [
          'tests the pot',
          {
            [`${main}/Root.kt`]: 'package org.brew\n\nclass Root {\n  fun fillUp(a: Int) {}\n  fun late() {}\n}\n',
            [other('Cup')]:
              'package org.brew\n\nclass CupTest {\n  @Test\n  fun works() {\n    val pot = Pot(org.brew.heat.Stove.make())\n    pot.fillUp(1)\n    pot.boil()\n  }\n}\n',
          },
        ],
      ]),
    );
    // What is expected and what is actual are one, the earlier.
    expect(evidenceLines(result)).toEqual([
      'calls 1→4 Stove',
      'calls 1→4 Stove.LIMIT',
      'calls 1→4 Stove.glowHot',
      'calls 1→4 coolDown',
      'calls 1→4 ignite',
      'calls 2→4 Vessel.fillUp',
      'calls 2→4 Vessel.level',
      'extends 2→4 Vessel',
      'imports 1→4 Stove',
      'imports 1→4 coolDown',
      'imports 1→4 ignite',
      'test-exercises 1→5 Stove.make',
      'test-exercises 2→5 Vessel.fillUp',
      'test-exercises 4→5 Pot',
      'test-exercises 4→5 Pot.boil',
    ]);
    expect(result.ambiguous).toEqual([]);
  });

  test('a parameter is no instance, though it is the first', async () => {
    const check = (name: string): string => `def test_${name}\nend\n`;
    const pot = (more: string): string => `class Pot\n  def pour_out\n  end\n${more}end\n`;
    const result = await recoveredFrom(
      parser,
      'ruby',
      line([
        ['base', { 'lib/cup.rb': 'class Cup\n  def pour_out\n  end\nend\n', 'test/a.rb': check('a') }],
        ['adds a pot', { 'lib/pot.rb': pot(''), 'test/b.rb': check('b') }],
        ['calls another', { 'lib/pot.rb': pot('  # Reads.\n  def empty_into(cup)\n    cup.pour_out\n  end\n'), 'test/c.rb': check('c') }],
      ]),
    );
    expect(evidenceLines(result, ['calls'])).toEqual([]);
    expect(result.ambiguous.map(({ name }) => name)).toEqual(['pour_out']);
  });
});
