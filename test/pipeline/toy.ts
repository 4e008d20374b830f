import { z } from 'zod';
import { line } from '#pipeline/line.ts';
import { stagesOf } from '#pipeline/stage.ts';
import { InfraError, UserError } from '#schema/errors.ts';
import { dropped, kept } from '#schema/outcome.ts';
import type { Blobs } from '#pipeline/blobs.ts';
import { Digest } from '#schema/primitives.ts';

/** A world for a line of toys: `pause` makes work last, `faults` makes it fail, `tool` is a version that answers rest on. */
export interface ToyWorld {
  readonly blobs: Blobs;
  readonly pause: (key: string) => Promise<void>;
  readonly faults: { of(stage: string, key: string): 'user' | 'infra' | 'bug' | null };
  /** What only one machine sees. */
  readonly machine: { readonly gitDir: string; readonly observed: number };
  readonly tool: { readonly version: string };
  readonly folder: { there(): boolean; make(): void };
}
const defineStage = stagesOf<ToyWorld>();

export const Words = z.object({ id: z.string(), words: z.array(z.string()) });
const Counted = z.object({
  id: z.string(),
  gitDir: z.string(),
  counts: z.array(z.object({ word: z.string(), length: z.number(), text: Digest })),
  observed: z.number(),
});
const Word = z.object({ id: z.string(), word: z.string(), length: z.number(), text: Digest });
const Shouted = Word.extend({ shout: z.string() });
const Book = z.object({ total: z.number(), shouts: z.array(z.string()) });

function strike(fault: 'user' | 'infra' | 'bug' | null, key: string): void {
  if (fault === 'user') throw new UserError(`toys/${key}.yaml:3:1`, 'the word is wrong', 'Spell it.');
  if (fault === 'infra') throw new InfraError(`the daemon is away for ${key}`);
  if (fault === 'bug') throw new TypeError(`toy bug at ${key}`);
}

export const count = defineStage({
  name: 'count',
  about: 'measure the words of a source',
  version: 1,
  input: Words,
  output: Counted,
  options: z.strictObject({}),
  needs: ['blobs', 'pause', 'faults', 'machine'],
  run: async ({ id, words }, _options, io, progress) => {
    strike(io.faults.of('count', id), id);
    await io.pause(id);
    if (words.length === 0) return [{ key: id, outcome: dropped('repository-empty', 'no word') }];
    const counts: z.infer<typeof Counted>['counts'] = [];
    for (const [i, word] of words.entries()) {
      progress.step('measure', i + 1, words.length);
      counts.push({ word, length: word.length, text: await io.blobs.put(Buffer.from(`text of ${word}`)) });
    }
    return [{ key: id, outcome: kept({ id, ...io.machine, counts }) }];
  },
});
export const split = defineStage({
  name: 'split',
  about: 'one item a word',
  version: 1,
  input: Counted,
  output: Word,
  options: z.strictObject({ lengthMin: z.number() }),
  needs: [],
  run: async ({ id, counts }, { lengthMin }) =>
    counts.map((each) => {
      const key = `${id}/${each.word}`;
      return {
        key,
        outcome:
          each.length < lengthMin
            ? dropped('scale-too-small', `${each.length} < ${lengthMin}`)
            : kept({ id: key, word: each.word, length: each.length, text: each.text }),
      };
    }),
});
export const shout = defineStage({
  name: 'shout',
  about: 'louder',
  version: 1,
  input: Word,
  output: Shouted,
  options: z.strictObject({ mark: z.string() }),
  needs: ['blobs', 'pause', 'faults', 'tool'],
  fingerprint: async (_input, _options, io) => ({
    'tool voice': io.tool.version,
    ...(io.tool.version === 'latest' ? { unpinned: 'the voice is not pinned' } : {}),
  }),
  run: async (word, { mark }, io) => {
    strike(io.faults.of('shout', word.id), word.id);
    const text = (await io.blobs.get(word.text)).toString();
    await io.pause(word.id);
    return [{ key: word.id, outcome: kept({ ...word, shout: `${text.toUpperCase()}${mark}` }) }];
  },
});
export const bind = defineStage({
  name: 'bind',
  about: 'one book of all',
  version: 1,
  input: z.array(Shouted),
  output: Book,
  options: z.strictObject({}),
  needs: ['folder'],
  gone: async (_book, io) => (io.folder.there() ? null : 'the published folder is gone'),
  run: async (all, _options, io) => {
    io.folder.make();
    return [
      { key: 'book', outcome: kept({ total: all.reduce((sum, each) => sum + each.length, 0), shouts: all.map((each) => each.shout) }) },
    ];
  },
});

export const toyLine = line(count, { observed: ['observed'], paths: ['gitDir'] })
  .step(shoutless())
  .fan(split)
  .step(shout)
  .gather(bind);

/** A step that passes on what it is given, so that the toy line has two steps in a row. */
function shoutless() {
  return defineStage({
    name: 'pass',
    about: 'the same again',
    version: 1,
    input: Counted,
    output: Counted,
    options: z.strictObject({}),
    needs: [],
    run: async (counted) => [{ key: counted.id, outcome: kept(counted) }],
  });
}
