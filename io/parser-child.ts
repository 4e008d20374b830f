import { createRequire } from 'node:module';
import { Language as Grammars, Parser, Query, type Tree } from 'web-tree-sitter';
import { languageById } from '#languages/index.ts';
import type { Capture, FileSymbols, Grammar } from '#languages/language.ts';
import type { ParseAnswer, ParseJob } from './parser-protocol.ts';

/**
 * Entry of the process that parses: it may hang, be killed or crash at any file. It reads jobs and answers them one by one, in
 * order, over the IPC channel of its parent; grammars are loaded when first asked for.
 */

interface Loaded {
  readonly parser: Parser;
  readonly query: Query;
  readonly errors: Query;
  readonly grammar: Grammar;
}

const require = createRequire(import.meta.url);
const loaded = new Map<string, Promise<Loaded>>();

async function load(languageId: string): Promise<Loaded> {
  const { grammar } = languageById(languageId);
  const language = await Grammars.load(require.resolve(grammar.wasm));
  const parser = new Parser();
  parser.setLanguage(language);
  return { parser, query: new Query(language, grammar.query), errors: new Query(language, '(ERROR) @error'), grammar };
}

function capturesOf(query: Query, tree: Tree, text: string): Capture[] {
  return query.matches(tree.rootNode).flatMap((match, number) =>
    match.captures.map(({ name, node }) => {
      const { startIndex, endIndex } = node;
      return {
        name,
        text: text.slice(startIndex, endIndex),
        startRow: node.startPosition.row,
        endRow: node.endPosition.row,
        startIndex,
        endIndex,
        match: number,
      };
    }),
  );
}

/** Share of code units inside ERROR nodes; nested ones are counted once. */
function errorShareOf(query: Query, tree: Tree, length: number): number {
  if (!tree.rootNode.hasError || length === 0) return 0;
  let end = 0;
  let sum = 0;
  for (const { node } of query.captures(tree.rootNode)) {
    sum += Math.max(0, node.endIndex - Math.max(end, node.startIndex));
    end = Math.max(end, node.endIndex);
  }
  return Math.min(1, sum / length);
}

function preparedBy(grammar: Grammar, text: string): string {
  const prepared = grammar.prepare?.(text) ?? text;
  if (prepared.length !== text.length) throw new Error(`prepared for the grammar, ${text.length} characters became ${prepared.length}`);
  return prepared;
}

async function parse({ languageId, text }: ParseJob): Promise<FileSymbols> {
  const loading = loaded.get(languageId) ?? load(languageId);
  loaded.set(languageId, loading);
  const { parser, query, errors, grammar } = await loading;
  const tree = parser.parse(preparedBy(grammar, text));
  if (tree === null) throw new Error('the parser gave no tree');
  try {
    return grammar.fold(capturesOf(query, tree, text), text, errorShareOf(errors, tree, text.length));
  } finally {
    tree.delete();
  }
}

async function answer(job: ParseJob): Promise<ParseAnswer> {
  try {
    return { id: job.id, symbols: await parse(job) };
  } catch (error) {
    loaded.delete(job.languageId);
    return { id: job.id, why: error instanceof Error ? error.message : String(error) };
  }
}

let queue: Promise<unknown> = Parser.init().then(() => process.send?.({ ready: true } satisfies ParseAnswer));
process.on('message', (jobs: readonly ParseJob[]) => {
  for (const job of jobs) queue = queue.then(async () => process.send?.(await answer(job)));
});
process.on('disconnect', () => process.exit(0));
