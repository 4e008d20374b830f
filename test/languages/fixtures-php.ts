import type { LanguageFixture } from './fixtures.ts';

export const PHP: LanguageFixture = {
  language: 'php',
  source: `<?php

declare(strict_types=1);

namespace Brew\\Pots;

use Brew\\Leaf\\Leaf;
use Brew\\Tins\\{Tin, Lid as Cover, Deep\\Box};
use function Brew\\Heat\\light;
use const Brew\\Heat\\{LIMIT};
use Psr\\Log as PsrLog, Brew\\Cup, Spout; // three
require_once __DIR__ . '/functions.php';
include 'odd.php';

const TOP = 1;
define('OLD', 2);

/**
 * Holds tea.
 */
#[Brewing(level: 3, by: Pot::class)]
abstract class Pot extends Vessel implements Pourer, \\Countable, namespace\\Thing
{
    use Rinses, Dries { Rinses::wash insteadof Dries; wash as protected scrub; }

    public const DEEP = 3, FLAT = self::DEEP;
    private Kettle $kettle;
    protected static ?\\Brew\\Lid $lid = null;
    public $x, $y;

    /** Makes. */
    public function __construct(private readonly Leaf $leaf, protected Cup|Mug $cup, int ...$rest)
    {
        parent::__construct($leaf);
    }

    abstract public function steep(\\DateTimeInterface $time): static;

    public static function make(Beaker $beaker, array $opts = []): self
    {
        $tray = new Tray($beaker);
        $tray->carry()->down();
        $this->kettle->whistle(1);
        $this->leaf->weigh();
        $this->cup->tilt();
        $this->pour($beaker);
        self::boil();
        static::$lid;
        parent::drain();
        $beaker?->tilt();
        (new Bowl($tray))->stir();
        light(LIMIT, strlen(PHP_EOL));
        \\Brew\\Outer::log();
        \\strlen('');
        Cover::shut(at: 1);
        Tin::OPEN;
        Tin::$count;
        $stir = fn (Spoon $spoon) => $spoon->stir($beaker);
        foreach ($leaves as $each) $each->rinse();
        try { namespace\\helper(); } catch (Burnt $error) { throw new Spilled($error->site()); }
        if ($beaker instanceof Glass) PsrLog\\Logger::go();
        $one = new class($tray) extends Base { public function inner() { $this->deep(); } };
        return "text {$tray->name} quiet()";
    }
}

interface Pourer extends Tilted, Other { const EDGE = 1; public function tilt(): void; }
trait Rinses { abstract function dry(); private static $count; }
enum Tea: string implements Steeped
{
    case Green = 'g';
    const BASE = self::Green;
    private function minutes(): int { return 1; }
}

function top_pot(Pot $pot): ?Cup { return $pot->cup; }
`,
  definitions: [
    ['TOP', 'constant', '15-15', true],
    ['OLD', 'constant', '16-16', true],
    ['Pot', 'class', '21-65', true],
    ['Pot.DEEP', 'constant', '26-26', true],
    ['Pot.FLAT', 'constant', '26-26', true],
    ['Pot.kettle', 'variable', '27-27', false],
    ['Pot.lid', 'variable', '28-28', true],
    ['Pot.x', 'variable', '29-29', true],
    ['Pot.y', 'variable', '29-29', true],
    ['Pot.__construct', 'method', '32-35', true],
    ['Pot.leaf', 'variable', '32-32', false],
    ['Pot.cup', 'variable', '32-32', true],
    ['Pot.steep', 'method', '37-37', true],
    ['Pot.make', 'method', '39-64', true],
    ['Pot.make.inner', 'method', '62-62', false],
    ['Pourer', 'type', '67-67', true],
    ['Pourer.EDGE', 'constant', '67-67', true],
    ['Pourer.tilt', 'method', '67-67', true],
    ['Rinses', 'type', '68-68', true],
    ['Rinses.dry', 'method', '68-68', true],
    ['Rinses.count', 'variable', '68-68', false],
    ['Tea', 'class', '69-74', true],
    ['Tea.Green', 'constant', '71-71', true],
    ['Tea.BASE', 'constant', '72-72', true],
    ['Tea.minutes', 'method', '73-73', false],
    ['top_pot', 'function', '76-76', true],
  ],
  signatures: {
    Pot: '#[Brewing(level: 3, by: Pot::class)] abstract class Pot extends Vessel implements Pourer, \\Countable, namespace\\Thing',
    'Pot.make': 'public static function make(Beaker $beaker, array $opts = []): self',
    'Pot.leaf': 'private readonly Leaf $leaf',
    'Pot.steep': 'abstract public function steep(\\DateTimeInterface $time): static;',
    Tea: 'enum Tea: string implements Steeped',
    OLD: "define('OLD', 2)",
  },
  docs: { Pot: 'Holds tea.', 'Pot.__construct': 'Makes.', 'Pot.make': null },
  references: [
    'calls  Brewing',
    'extends  Vessel',
    'extends  Pourer',
    'extends  Thing',
    'extends  Rinses',
    'reads Rinses wash',
    'reads Pot DEEP',
    'types around.Brew Lid',
    'types  Mug',
    'calls super __construct',
    // Receivers by declared type: a local, a property, a promoted one, a parameter, a new object.
    'calls Tray carry',
    'calls Kettle whistle',
    'calls Leaf weigh',
    'calls Beaker tilt',
    'calls Bowl stir',
    'calls Spoon stir',
    'calls Burnt site',
    'reads Tray name',
    // Of several types: not known.
    'calls this.cup tilt',
    'calls this pour',
    'calls Pot boil',
    'reads Pot lid',
    'calls super drain',
    'calls  light',
    'reads  LIMIT',
    'types around.Brew Outer',
    'calls around.Brew.Outer log',
    'calls Cover shut',
    'types  Tin',
    'reads Tin OPEN',
    'reads Tin count',
    'calls $each rinse',
    'calls  helper',
    'calls  Spilled',
    'types  Glass',
    'types around.PsrLog Logger',
    'calls around.PsrLog.Logger go',
    'extends  Base',
    'calls this deep',
    'extends  Tilted',
    'extends  Steeped',
    'reads Tea Green',
    'reads Pot cup',
  ],
  absent: [
    'extends  Countable',
    'types  DateTimeInterface',
    'reads  tray',
    'reads  level',
    'reads  at',
    'reads Pot class',
    'types  static',
    'types  self',
    'calls  quiet',
    'calls  define',
    'reads  scrub',
    'reads  Brew',
    'reads  Pots',
  ],
  imports: [
    'Brew.Leaf: Leaf=Leaf',
    'Brew.Tins: Tin=Tin',
    'Brew.Tins: Cover=Lid',
    'Brew.Tins.Deep: Box=Box',
    'Brew.Heat: light=light',
    'Brew.Heat: LIMIT=LIMIT',
    'Psr: PsrLog=Log',
    'Psr.Log: PsrLog=*',
    'Brew: Cup=Cup',
    '\\: Spout=Spout',
    './functions.php:',
    'odd.php:',
  ],
  inlineTests: [],
};
