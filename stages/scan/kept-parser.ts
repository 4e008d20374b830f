import { z } from 'zod';
import { sha256 } from '#io/digest.ts';
import type { Parser } from '#io/symbols.ts';
import type { FileSymbols } from '#languages/language.ts';
import type { Answers } from './answers.ts';

/** Characters of the texts whose answers stay in memory: the old side of a change is mostly the new side of one just read. */
const RECENT_LENGTH = 8 * 1024 * 1024;

/** Kept by us, under the digest of the grammars and queries: that it reads as this is checked at its outline. */
const Kept = z.custom<FileSymbols>(
  (value) => z.object({ definitions: z.array(z.unknown()), references: z.array(z.unknown()) }).safeParse(value).success,
);

type Answer = Awaited<ReturnType<Parser['symbols']>>;
interface Recent {
  readonly symbols: FileSymbols;
  readonly length: number;
}

/**
 * A parser that remembers from run to run what it was answered, by language and content. `tools` is the digest of everything else
 * that an answer rests on. What could not be parsed is asked again: a slow machine may have been the reason.
 */
export function keptParser(parser: Parser, answers: Answers, tools: string): Parser {
  const recent = new Map<string, Recent>();
  let length = 0;
  const remember = (key: string, symbols: FileSymbols, of: number): void => {
    recent.set(key, { symbols, length: of });
    length += of;
    for (const [oldest, entry] of recent) {
      if (length <= RECENT_LENGTH) break;
      recent.delete(oldest);
      length -= entry.length;
    }
  };
  const ask = async (key: string, languageId: string, text: string): Promise<Answer> => {
    const kept = await answers.get(key, Kept);
    const answer = kept === null ? await parser.symbols(languageId, text) : { symbols: kept };
    if ('why' in answer) return answer;
    remember(key, answer.symbols, text.length);
    if (kept === null) await answers.put(key, answer.symbols);
    return answer;
  };
  /** The new side of one change and the old side of the next are often asked for at once. */
  const asked = new Map<string, Promise<Answer>>();
  return {
    symbols(languageId, text) {
      const key = `parse ${tools} ${languageId} ${sha256(text)}`;
      const near = recent.get(key);
      if (near !== undefined) return Promise.resolve({ symbols: near.symbols });
      const open = asked.get(key) ?? ask(key, languageId, text).finally(() => asked.delete(key));
      asked.set(key, open);
      return open;
    },
    [Symbol.asyncDispose]: () => parser[Symbol.asyncDispose](),
  };
}
