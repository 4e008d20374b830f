import type { LanguageFixture } from './fixtures.ts';

/** Header and source in one text, with what the preprocessor does to real ones. */
export const C: LanguageFixture = {
  language: 'c',
  source: `/* Licence. */
#ifndef KETTLE_H
#define KETTLE_H
#include "leaf.h"
#include <tea/cup.h>

#ifdef __cplusplus
extern "C" {
#endif

#define KETTLE_MAX 3
/* Pours into a cup. */
#define POUR(cup, leaf) pour_into((cup), leaf, LEAF_DRY)
#define KETTLE_API __attribute__((visibility("default")))

typedef struct kettle_s {
	int level;               /**< How full it is. */
	struct lid { int hinge; } lid;
	struct leaf *leaves[KETTLE_MAX];
	enum { COLD, HOT = 2 } heat;
	union { int whole; char part; };
	void (*on_boil)(struct kettle_s *self);
} kettle, *kettle_ref;
typedef struct { int depth; } saucer;
typedef int (*pour_fn)(kettle *k, int amount);
typedef struct hidden hidden_t;
struct spoon;
enum brew { GREEN, BLACK = GREEN + 4 };

/**
 * Boils.
 *
 * Twice.
 */
KETTLE_API int kettle_boil(kettle *k, const saucer *s) PRINTF_LIKE(1, 2);
extern int kettle_count;
int kettle_count = 0;
static const char *const names[] = {
	[GREEN] = "green",
#ifdef WITH_BLACK
	[BLACK] = "black",
#endif
};

static struct leaf *first(kettle *k);

int
kettle_boil(kettle *k, const saucer *s)
{
	int names = k->level;
	struct cup *c = cup_new(names), spare;
	if (k->heat == HOT && s->depth > KETTLE_MAX)
		POUR(c, k->leaves[0]);
#ifdef FAST
	if (k->level) {
#else
	if (k->lid.hinge) {
#endif
		first(k)->veins++;
	}
	spare.rim = 1;
	k->on_boil(k);
	(*c).rim = sizeof(struct bowl);
	return dry((hidden_t *)c->owner);
}

static struct leaf *first(kettle *k) { return k->leaves[0]; }

/* The old way. */
int steep(a, b) int a; char *b; { return a + shake(b); }

#if 0
int never(void) { return nothing(); }
#endif

#ifdef KETTLE_TEST
START_TEST(boils)
{
	ck_assert(kettle_boil(0, 0));
}
END_TEST
#endif
#ifdef __cplusplus
}
#endif
#endif
`,
  definitions: [
    ['KETTLE_MAX', 'constant', '11-11', true],
    ['POUR', 'function', '13-13', true],
    ['KETTLE_API', 'constant', '14-14', true],
    ['kettle_s', 'type', '16-23', true],
    ['kettle_s.level', 'variable', '17-17', true],
    ['lid', 'type', '18-18', true],
    ['lid.hinge', 'variable', '18-18', true],
    ['kettle_s.lid', 'variable', '18-18', true],
    ['kettle_s.leaves', 'variable', '19-19', true],
    ['COLD', 'constant', '20-20', true],
    ['HOT', 'constant', '20-20', true],
    ['kettle_s.heat', 'variable', '20-20', true],
    ['kettle_s.whole', 'variable', '21-21', true],
    ['kettle_s.part', 'variable', '21-21', true],
    ['kettle_s.on_boil', 'variable', '22-22', true],
    ['kettle', 'type', '23-23', true],
    ['kettle_ref', 'type', '23-23', true],
    ['saucer', 'type', '24-24', true],
    ['saucer.depth', 'variable', '24-24', true],
    ['pour_fn', 'type', '25-25', true],
    ['hidden_t', 'type', '26-26', true],
    ['spoon', 'type', '27-27', true],
    ['brew', 'type', '28-28', true],
    ['GREEN', 'constant', '28-28', true],
    ['BLACK', 'constant', '28-28', true],
    ['kettle_boil', 'function', '35-35', true],
    ['kettle_count', 'variable', '36-36', true],
    ['kettle_count', 'variable', '37-37', true],
    ['names', 'constant', '38-43', false],
    ['first', 'function', '45-45', false],
    ['kettle_boil', 'function', '47-65', true],
    ['first', 'function', '67-67', false],
    ['steep', 'function', '70-70', true],
    ['START_TEST(boils)', 'function', '77-80', false],
  ],
  declarations: ['spoon', 'kettle_boil', 'kettle_count', 'first'],
  signatures: {
    KETTLE_MAX: '#define KETTLE_MAX 3',
    POUR: '#define POUR(cup, leaf)',
    kettle_s: 'struct kettle_s',
    names: 'static const char *const names[]',
    steep: 'int steep(a, b) int a; char *b;',
  },
  docs: {
    kettle_boil: 'Boils.\n\nTwice.',
    POUR: 'Pours into a cup.',
    'kettle_s.level': 'How full it is.',
    steep: 'The old way.',
    kettle_s: null,
  },
  references: [
    'calls  pour_into',
    'reads  LEAF_DRY',
    'reads  KETTLE_MAX',
    'types  leaf',
    'reads  KETTLE_API',
    'calls  PRINTF_LIKE',
    'reads  GREEN',
    'reads  WITH_BLACK',
    'types  cup',
    'calls  cup_new',
    'reads kettle level',
    'reads  HOT',
    'reads saucer depth',
    'calls  POUR',
    'reads kettle leaves',
    'calls  first',
    'reads first veins',
    'reads cup rim',
    'calls kettle on_boil',
    'types  bowl',
    'calls  dry',
    'types  hidden_t',
    'reads cup owner',
    'calls  shake',
    'calls  START_TEST',
    'calls  ck_assert',
    'calls  kettle_boil',
  ],
  // Locals and parameters, what `#if 0` holds, and a guard are none; of two branches that cut a statement the first is read.
  absent: [
    'reads  names',
    'reads  k',
    'reads  amount',
    'calls  nothing',
    'reads  KETTLE_H',
    'reads kettle.lid hinge',
    'reads  boils',
    'reads  b',
  ],
  imports: ['>leaf.h: *=*', '><tea/cup.h>: *=*'],
  inlineTests: [
    [76, 82],
    [77, 80],
  ],
};
