import type { LanguageFixture } from './fixtures.ts';

export const KOTLIN: LanguageFixture = {
  language: 'kotlin',
  source: `@file:JvmName("Pots")

package org.brew.pot

import org.brew.leaf.Leaf
import org.brew.leaf.Tin.Lid as Cover
import org.brew.heat.* // all
import org.brew.Stove.Companion.light
import org.brew.more.scrub

const val LIMIT = 3
val top: Kettle by lazy { Boiler() }
typealias Cups<T> = Shelf<Cup<T>>

/**
 * Holds tea.
 */
@Brewing(level = LIMIT)
abstract class Pot<L : Leaf>(
    private val lid: Lid,
    saucer: Saucer = Dish(),
    vararg val rest: Crumb,
) : Vessel<L>(lid), Pourer<L> by lid, org.brew.base.Thing where L : Rinsed {
    private val kettle = Kettle(3)
    val level: Int get() = kettle.level
    lateinit var stand: Stand
    internal var hot = false
        private set

    init {
        register(this)
        val once = saucer.wipe()
    }

    constructor(cup: Cup) : this(cup.lid)

    abstract fun steep(time: java.time.Duration): L

    override suspend fun <T : Cup> pour(cup: T, turns: Int = 0): T {
        kettle.whistle(turns)
        this.kettle.whistle()
        super.pour(cup)
        cup.tilt().drain()
        val pour = turns
        light(pour)
        steep(pour)
        cup.scrub()
        val tray = Tray.Builder(cup).build()
        val bowl: Bowl? = Bowl(tray)
        bowl?.stir(Tea.GREEN) { spoon -> spoon.stirred() }
        stand.turn()
        lumps().forEach { it.melt() }
        for (lump in lumps()) bowl!!.add(lump)
        val (first, second) = two()
        try {
            org.brew.water.Tap.open()
        } catch (error: Cold) {
            throw Spilled(error.site)
        }
        if (cup is Mug) return cup
        when (val glass = cup) {
            is Beaker -> glass.asCup()
            Tea.BLACK -> go()
            else -> null
        }
        val refs = listOf(::topPot, Pot::steep)
        fun local(deep: Int) = deeper(deep)
        val drinker = object : Drinker(), Tall {
            override fun drink() {
                sip()
                this@Pot.pour(cup)
            }
        }
        cup brew turns
        named(size = 3)
        generic<Till>(1)
        "text \${kettle.name} quiet()"
        rest@ while (first) break@rest
        return second as T
    }

    inner class Inner {
        fun deeper() {
            drink()
        }
    }

    companion object {
        const val DEEP = 3
        fun make(): Pot<Leaf> = create()
    }

    enum class Tea(val minutes: Int) : Steeped {
        GREEN(1) {
            override fun brew() {}
        },
        BLACK(2);

        abstract fun brew()
    }

    data class Sip(val size: Int, @Warm val of: Leaf)
}

fun interface Pourable : Pourer<Leaf>, Tilted {
    fun tilt()
}

object Shop {
    private fun till() {}
}

fun Pot<Leaf>.shake(times: Int): Unit = steep(times)
val Pot<Leaf>.size: Int get() = this.level
internal fun topPot(pot: Pot<Leaf>) = Pot.make()
fun \`odd name\`() = pot.\`odd name\`()
`,
  definitions: [
    ['LIMIT', 'constant', '11-11', true],
    ['top', 'variable', '12-12', true],
    ['Cups', 'type', '13-13', true],
    ['Pot', 'class', '18-103', true],
    ['Pot.lid', 'variable', '20-20', false],
    ['Pot.rest', 'variable', '22-22', true],
    ['Pot.kettle', 'variable', '24-24', false],
    ['Pot.level', 'variable', '25-25', true],
    ['Pot.stand', 'variable', '26-26', true],
    ['Pot.hot', 'variable', '27-28', false],
    ['Pot.steep', 'method', '37-37', true],
    ['Pot.pour', 'method', '39-80', true],
    ['Pot.pour.local', 'function', '67-67', false],
    ['Pot.pour.drink', 'function', '69-72', false],
    ['Pot.Inner', 'class', '82-86', true],
    ['Pot.Inner.deeper', 'method', '83-85', true],
    ['Pot.DEEP', 'constant', '89-89', true],
    ['Pot.make', 'method', '90-90', true],
    ['Pot.Tea', 'class', '93-100', true],
    ['Pot.Tea.minutes', 'variable', '93-93', true],
    ['Pot.Tea.GREEN', 'constant', '94-96', true],
    ['Pot.Tea.GREEN.brew', 'function', '95-95', true],
    ['Pot.Tea.BLACK', 'constant', '97-97', true],
    ['Pot.Tea.brew', 'method', '99-99', true],
    ['Pot.Sip', 'class', '102-102', true],
    ['Pot.Sip.size', 'variable', '102-102', true],
    ['Pot.Sip.of', 'variable', '102-102', true],
    ['Pourable', 'type', '105-107', true],
    ['Pourable.tilt', 'method', '106-106', true],
    ['Shop', 'class', '109-111', true],
    ['Shop.till', 'method', '110-110', false],
    ['shake', 'method', '113-113', true],
    ['size', 'variable', '114-114', true],
    ['topPot', 'function', '115-115', false],
    ['odd name', 'function', '116-116', true],
  ],
  signatures: {
    Pot: '@Brewing(level = LIMIT) abstract class Pot<L : Leaf>( private val lid: Lid, saucer: Saucer = Dish(), vararg val rest: Crumb, ) : Vessel<L>(lid), Pourer<L> by lid, org.brew.base.Thing where L : Rinsed',
    'Pot.pour': 'override suspend fun <T : Cup> pour(cup: T, turns: Int = 0): T',
    'Pot.level': 'val level: Int',
    'Pot.Tea.GREEN': 'GREEN(1)',
    top: 'val top: Kettle',
    shake: 'fun Pot<Leaf>.shake(times: Int): Unit',
  },
  docs: { Pot: 'Holds tea.', 'Pot.pour': null },
  references: [
    'calls around Brewing',
    'extends around Vessel',
    'extends around Pourer',
    'extends around.org.brew.base Thing',
    'types around.java.time Duration',
    'types around Rinsed',
    'calls around Boiler',
    'types around Shelf',
    'reads Pot lid',
    // Receivers by declared type: a property, a parameter, a bounded one, a local, a nullable one, a caught one.
    'calls Kettle whistle',
    'calls Saucer wipe',
    'calls Cup tilt',
    'calls around.Tray.Builder build',
    'calls Bowl stir',
    'calls Bowl add',
    'calls Stand turn',
    'reads Cold site',
    'calls Cup brew',
    'calls super pour',
    'calls this pour',
    'calls Pot steep',
    // Named alone: looked up around, or brought by an import.
    'calls around light',
    // Imported, so an extension.
    'calls  scrub',
    'calls around.Tray Builder',
    'reads around.Tea GREEN',
    'calls around.org.brew.water.Tap open',
    'types around Beaker',
    'calls around topPot',
    'reads around.Pot steep',
    'extends around Drinker',
    'extends around Tall',
    'calls around generic',
    'reads around Till',
    'extends around Steeped',
    'calls around Warm',
    'calls around.Pot make',
    'calls pot odd name',
  ],
  absent: [
    'types around L',
    'types around T',
    'types around org',
    'types around java',
    'reads around turns',
    'reads around lump',
    'reads around spoon',
    'reads around glass',
    'reads around second',
    'reads around size',
    'reads around rest',
    'calls  listOf',
    'reads around it',
    'types around Int',
    'calls around quiet',
  ],
  imports: [
    'org.brew.leaf: Leaf=Leaf',
    'org.brew.leaf.Tin: Cover=Lid',
    'org.brew.heat: *=*',
    'org.brew.Stove: light=light',
    'org.brew.more: scrub=scrub',
  ],
  inlineTests: [],
};
