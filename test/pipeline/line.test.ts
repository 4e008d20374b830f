import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { type Line, line, upTo } from '#pipeline/line.ts';
import { stagesOf } from '#pipeline/stage.ts';
import { kept } from '#schema/outcome.ts';
import { bind, count, shout, split, toyLine, type ToyWorld } from './toy.ts';

describe('the line', () => {
  it('keeps its order and knows how each stage stands in it', () => {
    expect(toyLine.links.map((link) => `${link.name} ${link.mode}`)).toEqual([
      'count step',
      'pass step',
      'split fan',
      'shout step',
      'bind gather',
    ]);
    expect(upTo(toyLine, 'split')?.links.map((link) => link.name)).toEqual(['count', 'pass', 'split']);
    expect(upTo(toyLine, 'nowhere')).toBeNull();
  });

  it('refuses a wrong order at compile time', () => {
    // @ts-expect-error shout takes words, count yields counts
    line(count).step(shout);
    // @ts-expect-error split takes counts, the fan yields words
    line(count).fan(split).step(split);
    // @ts-expect-error bind takes a list of shouted words, split yields words
    line(count).fan(split).gather(bind);
    // @ts-expect-error nothing follows what was gathered
    line(count).fan(split).step(shout).gather(bind).step;
    const whole = line(count).fan(split).step(shout).gather(bind);
    expectTypeOf(whole).toEqualTypeOf<Line<ToyWorld, { total: number; shouts: string[] }>>();
  });

  it('gives a stage no io that it does not name', () => {
    const pure = stagesOf<ToyWorld>()({
      name: 'pure',
      about: 'nothing of the world',
      version: 1,
      input: z.string(),
      output: z.string(),
      options: z.strictObject({}),
      needs: [],
      // @ts-expect-error the blobs were not asked for
      run: async (text, _options, io) => [{ key: text, outcome: kept(String(io.blobs)) }],
    });
    expect(pure.needs).toEqual([]);
  });

  it('picks of the settings what the options name', () => {
    const link = toyLine.links.find((each) => each.name === 'split');
    expect(link?.options({ lengthMin: 3, mark: '!', other: 1 })).toEqual({ lengthMin: 3 });
    expect(() => link?.options({ mark: '!' })).toThrow('lengthMin');
  });
});
