import type { LanguageFixture } from './fixtures.ts';

export const JAVA: LanguageFixture = {
  language: 'java',
  source: `/* Licence. */
package org.brew.pot;

import org.brew.leaf.Leaf;
import org.brew.leaf.Tin.Lid;
import org.brew.heat.*;
import static org.brew.heat.Stove.LIMIT;
import static org.brew.heat.Stove.light;
import static org.brew.taste.Taste.*;

/**
 * Holds tea.
 *
 * @param <L> the leaf
 */
@Brewing(level = LIMIT, by = Pot.class)
public abstract class Pot<L extends Leaf & Rinsed> extends org.brew.base.Vessel<L> implements Pourer<L>, Comparable<Pot<L>> {
    public static final int DEEP = 3, flat = DEEP;
    protected Kettle kettle = new Kettle();
    private final Lid lid;
    L leaf;

    static {
        register(Pot.class);
    }

    /** Makes one. */
    protected Pot(Lid lid, Saucer... saucers) throws Spilled {
        super(lid);
        this.lid = lid;
    }

    public Pot(Cup cup) {
        this(cup.lid);
    }

    abstract L steep(java.time.Duration time);

    @Override
    public <T extends Cup> T pour(final T cup, int turns) {
        kettle.whistle(turns);
        this.kettle.whistle();
        cup.tilt().drain();
        int pour = turns, light = 2;
        pour(cup);
        light(light);
        warm();
        strain(flat);
        Tray tray = new Tray.Builder<>(cup).build();
        var second = new Bowl(tray);
        second.stir(Tea.GREEN, this::drink, Bowl::new, Spoon::stirred);
        for (Sugar lump : lumps()) second.add(lump);
        try (Tap tap = org.brew.water.Tap.open()) {
            tap.run();
        } catch (Cold | org.brew.Burnt error) {
            throw new Spilled(error.site());
        }
        if (cup instanceof Mug mug && mug.isBig()) return (T) mug;
        rest: while (true) break rest;
        Function<Leaf, Integer> weigh = (leaf) -> leaf.weight() + lid.size();
        Drinker drinker = new Drinker() {
            int sips;

            @Override
            public void drink() {
                sip();
                Pot.this.drink();
                super.drink();
            }

            private void sip() {}
        };
        class Local extends Inner {}
        new Local().go();
        return switch (cup) {
            case Beaker beaker -> beaker.asCup();
            case Glass(Rim rim, var foot) -> rim.of(foot);
            default -> null;
        };
    }

    void drink() {
        Inner inner = new Inner();
        inner.deeper();
        Inner.shared();
        String text = """
            hidden(); "quiet"
            """;
    }

    class Inner {
        void deeper() {
            drink();
            deeper(1);
        }

        void deeper(int times) {}

        static void shared() {}
    }

    public enum Tea implements Steeped {
        GREEN(1) {
            @Override
            int minutes() {
                return base + LIMIT;
            }
        },
        BLACK;

        static int base;

        Tea(int minutes) {}
    }

    public record Sip<T>(int size, @Warm T of) implements Steeped {
        public Sip {
            check(size);
        }
    }

    interface Pourable extends Pourer<Leaf>, Tilted {
        int EDGE = 1;

        void tilt();

        private void hidden() {}
    }
}

@interface Brewing {
    int level() default 1;
}
`,
  definitions: [
    ['Pot', 'class', '16-129', true],
    ['Pot.DEEP', 'constant', '18-18', true],
    ['Pot.flat', 'constant', '18-18', true],
    ['Pot.kettle', 'variable', '19-19', true],
    ['Pot.lid', 'variable', '20-20', false],
    ['Pot.leaf', 'variable', '21-21', false],
    ['Pot.Pot', 'method', '28-31', true],
    ['Pot.Pot', 'method', '33-35', true],
    ['Pot.steep', 'method', '37-37', false],
    ['Pot.pour', 'method', '39-80', true],
    ['Pot.pour.drink', 'method', '64-69', false],
    ['Pot.pour.sip', 'method', '71-71', false],
    ['Pot.pour.Local', 'class', '73-73', false],
    ['Pot.drink', 'method', '82-89', false],
    ['Pot.Inner', 'class', '91-100', false],
    ['Pot.Inner.deeper', 'method', '92-95', false],
    ['Pot.Inner.deeper', 'method', '97-97', false],
    ['Pot.Inner.shared', 'method', '99-99', false],
    ['Pot.Tea', 'class', '102-114', true],
    ['Pot.Tea.GREEN', 'constant', '103-108', true],
    ['Pot.Tea.GREEN.minutes', 'method', '104-107', false],
    ['Pot.Tea.BLACK', 'constant', '109-109', true],
    ['Pot.Tea.base', 'variable', '111-111', false],
    ['Pot.Tea.Tea', 'method', '113-113', false],
    ['Pot.Sip', 'class', '116-120', true],
    ['Pot.Sip.size', 'variable', '116-116', true],
    ['Pot.Sip.of', 'variable', '116-116', true],
    ['Pot.Sip.Sip', 'method', '117-119', true],
    ['Pot.Pourable', 'type', '122-128', false],
    ['Pot.Pourable.EDGE', 'constant', '123-123', false],
    ['Pot.Pourable.tilt', 'method', '125-125', false],
    ['Pot.Pourable.hidden', 'method', '127-127', false],
    ['Brewing', 'type', '131-133', false],
    ['Brewing.level', 'method', '132-132', false],
  ],
  signatures: {
    Pot: '@Brewing(level = LIMIT, by = Pot.class) public abstract class Pot<L extends Leaf & Rinsed> extends org.brew.base.Vessel<L> implements Pourer<L>, Comparable<Pot<L>>',
    'Pot.pour': '@Override public <T extends Cup> T pour(final T cup, int turns)',
    'Pot.steep': 'abstract L steep(java.time.Duration time);',
    'Pot.Sip': 'public record Sip<T>(int size, @Warm T of) implements Steeped',
    'Pot.Tea.GREEN': 'GREEN(1)',
    Brewing: '@interface Brewing',
  },
  docs: { Pot: 'Holds tea.\n\n@param <L> the leaf', 'Pot.Pot': 'Makes one.', 'Pot.drink': null },
  references: [
    'calls  Brewing',
    'reads  LIMIT',
    'types  Rinsed',
    'extends org.brew.base Vessel',
    'extends  Pourer',
    'reads Pot DEEP',
    'calls  Kettle',
    'types  Saucer',
    'types  Spilled',
    'reads this lid',
    'types java.time Duration',
    // Receivers by declared type: a field, a parameter of a bounded type, a local, a resource, a pattern.
    'calls Kettle whistle',
    'calls Cup tilt',
    'calls Tray.Builder build',
    'calls Bowl stir',
    'calls Tap run',
    'calls Mug isBig',
    'calls Rim of',
    'calls Beaker asCup',
    'calls Lid size',
    // A variable hides no method of its name.
    'calls Pot pour',
    'calls  light',
    // Named alone: inherited, or brought by a star.
    'calls super warm',
    'calls  warm',
    'reads Pot flat',
    'reads Pot.Tea GREEN',
    'calls this drink',
    'calls Spoon stirred',
    'calls org.brew.water.Tap open',
    'types org.brew Burnt',
    'calls  Spilled',
    'extends  Drinker',
    'calls Pot drink',
    'extends Pot Inner',
    'calls  Local',
    'calls Pot.Inner deeper',
    'calls Pot.Inner shared',
    'extends  Steeped',
    'reads Pot.Tea base',
    'calls  Warm',
    'reads Pot.Sip size',
    'extends  Tilted',
  ],
  absent: [
    'calls  hidden',
    'reads  turns',
    'reads  light',
    'reads  leaf',
    'reads  mug',
    'types  L',
    'types  T',
    'calls  Override',
    'reads  rest',
    'types  String',
    'reads  level',
    'reads  lump',
    'reads  Integer',
    'types org brew',
  ],
  imports: [
    'org.brew.leaf: Leaf=Leaf',
    'org.brew.leaf.Tin: Lid=Lid',
    'org.brew.heat: *=*',
    'org.brew.heat.Stove: LIMIT=LIMIT',
    'org.brew.heat.Stove: light=light',
    'org.brew.taste.Taste: *=*',
    'org.brew.base: org.brew.base=*',
    'java.time: java.time=*',
    'org.brew.water: org.brew.water=*',
    'org.brew: org.brew=*',
  ],
  inlineTests: [],
};
