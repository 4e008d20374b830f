import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createParser } from '#io/parser.ts';
import type { Parser } from '#io/symbols.ts';
import type { Recovered } from '#schema/dag.ts';
import { recover, type RecoverOptions } from '../../../stages/recover-dag/recover.ts';
import { candidateOf, edgeLines, evidenceLines } from './candidate.ts';
import { historyOf } from './history.ts';

const options: RecoverOptions = { hotShare: 0.5, hotMin: 99, repairDays: 14, repairChanges: 10, foldChanges: 10, orders: 2, unitsMin: 1 };

describe('names looked up from the innermost scope outwards', { timeout: 60_000 }, () => {
  let parser: Parser;
  beforeAll(() => {
    parser = createParser({ workers: 1 });
  });
  afterAll(async () => parser[Symbol.asyncDispose]());

  /** Each step adds or replaces files on top of the one before, and brings its own test, so that each is a unit. */
  async function recovered(language: string, steps: readonly Readonly<Record<string, string>>[]): Promise<Recovered> {
    let files: Readonly<Record<string, string>> = {};
    const told = steps.map((changed, index) => {
      files = { ...files, ...changed, [`tests/test_${index}.c`]: `int test_${index}(void) { return ${index}; }\n` };
      return { subject: `change ${index}`, files };
    });
    await using history = await historyOf(told);
    const candidate = await candidateOf(history, told, language);
    const outcome = await recover(candidate, options, { repository: history.repository, parser }, { step: () => {} });
    if ('dropped' in outcome) throw new Error(`${outcome.dropped}: ${outcome.detail}`);
    return outcome.kept;
  }
  const hows = (result: Recovered): string[] =>
    result.evidence
      .filter((each) => each.symbol !== null)
      .map((each) => `${each.symbol} ${each.definedIn} ${each.how}`)
      .sort();

  test('a prototype and its definition are one entity, whoever declares it', async () => {
    const result = await recovered('c', [
      { 'src/base.h': 'int old(void);\n', 'src/base.c': '#include "base.h"\nint old(void) { return 0; }\n' },
      // Declared a change before it is defined: the definition counts.
      { 'src/pot.h': '#include "base.h"\nint pot_fill(int n);\nstruct pot { int level; };\nint pot_open(void);\n' },
      { 'src/pot.c': '#include "pot.h"\nint pot_fill(int n) { return old() + n; }\nstatic int helper_of_pot(void) { return 1; }\n' },
      { 'src/tea.h': '#include "pot.h"\n' },
      {
        'src/tea.c':
          '#include "tea.h"\nstatic int helper_of_pot(void) { return 2; }\nint brew(struct pot *p) {\n  return pot_fill(p->level) + helper_of_pot() + pot_open();\n}\n',
      },
    ]);
    expect(evidenceLines(result, ['calls'])).toEqual(['calls 1→4 pot', 'calls 1→4 pot.level', 'calls 1→4 pot_open', 'calls 2→4 pot_fill']);
    expect(evidenceLines(result, ['imports'])).toEqual(['imports 1→2', 'imports 1→3', 'imports 3→4']);
    expect(hows(result)).toContain('pot_fill src/pot.c definition of what is declared');
    expect(result.ambiguous).toEqual([]);
  });

  test('of several definitions the one called as its header is; else what declares them', async () => {
    const result = await recovered('c', [
      { 'src/base.h': 'int old(void);\n' },
      { 'src/net.h': 'int net_open(void);\nint poll_all(void);\n', 'src/net.c': '#include "net.h"\nint net_open(void) { return 1; }\n' },
      { 'src/fake.c': '#include "net.h"\nint net_open(void) { return 9; }\nint poll_all(void) { return 8; }\n' },
      { 'src/other.c': '#include "net.h"\nint poll_all(void) { return 7; }\n' },
      { 'src/use.c': '#include "net.h"\nint use(void) {\n  return net_open() + poll_all();\n}\n' },
    ]);
    expect(evidenceLines(result, ['calls'])).toEqual(['calls 1→4 net_open', 'calls 1→4 poll_all']);
    expect(hows(result)).toEqual(
      expect.arrayContaining(['net_open src/net.c definition of what is declared', 'poll_all src/net.h import']),
    );
  });

  test('what no header in view holds is not taken, and two that are in view are ambiguous', async () => {
    const result = await recovered('c', [
      { 'src/base.h': 'int old(void);\n' },
      { 'src/a.h': '#define LIMIT_OF_ALL 1\n#define SHARED_ONE 1\n' },
      { 'src/b.h': '#define SHARED_ONE 2\n' },
      { 'src/use.c': '#include "b.h"\nint first(void) { return LIMIT_OF_ALL; }\n' },
      { 'src/both.c': '#include "a.h"\n#include "b.h"\nint second(void) { return SHARED_ONE; }\n' },
    ]);
    expect(evidenceLines(result, ['calls'])).toEqual([]);
    expect(result.ambiguous.map(({ name, candidates }) => [name, candidates])).toEqual([
      ['SHARED_ONE', ['src/a.h: SHARED_ONE', 'src/b.h: SHARED_ONE']],
    ]);
  });

  test('namespaces, aliases, using, macros that open a namespace, bases and the types of what members hang on', async () => {
    const result = await recovered('cpp', [
      { 'src/base.hpp': '#define KIT_BEGIN namespace kit { inline namespace v1 {\n#define KIT_END }}\n' },
      {
        'src/leaf.hpp':
          '#include "base.hpp"\nKIT_BEGIN\nnamespace deep {\nstruct Leaf {\n  int veins;\n  void steep(int n);\n};\nvoid steep(int n);\n}\nKIT_END\n',
      },
      { 'src/leaf.cpp': '#include "leaf.hpp"\nKIT_BEGIN\nvoid deep::Leaf::steep(int n) { veins = n; }\nKIT_END\n' },
      {
        'src/pot.hpp':
          '#include "leaf.hpp"\nnamespace tea {\nnamespace kd = kit::deep;\nusing kit::deep::Leaf;\nclass Pot : public Leaf {\n public:\n  kd::Leaf* first() const;\n  void pour_all();\n};\nusing Kettle = Pot;\n}\n',
      },
      {
        'src/use.cpp':
          '#include "pot.hpp"\nusing namespace tea;\nvoid use(Kettle& kettle) {\n  kettle.first()->steep(3);\n  kettle.pour_all();\n  kettle.steep(1);\n}\n',
      },
      { 'src/pot.cpp': '#include "pot.hpp"\nvoid tea::Pot::pour_all() {\n  steep(2);\n  this->veins = 1;\n}\n' },
    ]);
    expect(evidenceLines(result, ['extends'])).toEqual(['extends 1→3 deep.Leaf']);
    expect(evidenceLines(result, ['calls'])).toEqual([
      'calls 1→2 deep.Leaf',
      'calls 1→2 deep.Leaf.veins',
      'calls 1→3 deep.Leaf',
      'calls 1→5 deep.Leaf.veins',
      'calls 2→4 deep.Leaf.steep',
      'calls 2→5 deep.Leaf.steep',
      'calls 3→4 tea.Kettle',
      'calls 3→4 tea.Pot.first',
      'calls 3→4 tea.Pot.pour_all',
      'calls 3→5 tea.Pot',
    ]);
    expect(edgeLines(result)).toContain('3→4');
  });

  test('what a file leaves to those that include it to include', async () => {
    const result = await recovered('c', [
      { 'src/base.h': 'int old(void);\n' },
      { 'src/types.h': 'struct pot { int level; };\nint pot_of_outer(struct pot *p);\n' },
      { 'src/outer.c': '#include "types.h"\n#include "part.c"\n', 'src/part.c': 'static int part;\n' },
      { 'src/part.c': 'static int part;\nint level_of(struct pot *p) { return p->level + pot_of_outer(p); }\n' },
      { 'src/alone.c': 'int alone(struct pot *p) { return p->level + pot_of_outer(p); }\n' },
    ]);
    expect(evidenceLines(result, ['calls'])).toEqual(['calls 1→3 pot', 'calls 1→3 pot.level', 'calls 1→3 pot_of_outer']);
  });

  test('methods that a class declares, some defined inside and some elsewhere, are one set of overloads', async () => {
    const result = await recovered('cpp', [
      { 'src/base.hpp': 'int old();\n' },
      {
        'src/app.hpp': 'struct App {\n  void add_option(int n) { add_option(n, 0); }\n  void add_option(int n, int m);\n};\n',
        'src/app.cpp': '#include "app.hpp"\nvoid App::add_option(int n, int m) {}\n',
      },
      { 'src/twice.hpp': '#include "app.hpp"\ninline void App::add_option(int n, int m) {}\n' },
      { 'src/use.cpp': '#include "twice.hpp"\nvoid use(App& app) { app.add_option(1); }\n' },
    ]);
    expect(evidenceLines(result, ['calls'])).toEqual(['calls 1→2 App', 'calls 1→3 App', 'calls 1→3 App.add_option']);
    expect(result.ambiguous).toEqual([]);
  });

  test('scopes that are opened and have other names do not multiply', async () => {
    const many = Array.from({ length: 8 }, (_, index) => `using namespace all::part${index};\n`).join('');
    const result = await recovered('cpp', [
      { 'src/base.hpp': '#define ALL_BEGIN namespace all {\n#define ALL_END }\n' },
      { 'src/pot.hpp': '#include "base.hpp"\nALL_BEGIN\nnamespace part7 { struct Pot { int level; }; }\nALL_END\n' },
      { 'src/use.cpp': `#include "pot.hpp"\n${many}int use(Pot& pot) { return pot.level + all::deep::none(1) + far::off(2); }\n` },
    ]);
    expect(evidenceLines(result, ['calls'])).toEqual(['calls 1→2 part7.Pot', 'calls 1→2 part7.Pot.level']);
  });

  test('headers of a project are read by the language that its source names', async () => {
    const steps = [
      { 'src/base.h': 'int old(void);\n' },
      { 'src/odd.h': 'struct odd { enum { ODD_FIRST } kind; int class; };\nint odd_class(struct odd *this);\n' },
      { 'src/use.c': '#include "odd.h"\nint use(struct odd *o) { return o->class + odd_class(o) + ODD_FIRST; }\n' },
    ];
    // In C an enumerator is in the scope around the struct, in C++ in the struct's.
    const wanted = ['calls 1→2 ODD_FIRST', 'calls 1→2 odd', 'calls 1→2 odd.class', 'calls 1→2 odd_class'];
    expect(evidenceLines(await recovered('c', steps), ['calls'])).toEqual(wanted);
    expect(evidenceLines(await recovered('cpp', steps), ['calls'])).not.toEqual(wanted);
  });
});
