/** Recovers the lines that standard input names (`elsewhere.ts`) and prints each result on a line of its own. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { createParser } from '#io/parser.ts';
import { candidateOf, recoveredOf } from './recovering.ts';
import { repositoryAt } from './store.ts';

const Pull = z.object({ number: z.number(), verified: z.boolean() });
const Asked = z.object({
  gitDir: z.string(),
  lines: z.array(z.object({ commits: z.array(z.string()), told: z.array(z.object({ subject: z.string(), pr: Pull.nullable() })) })),
});

const { gitDir, lines } = Asked.parse(JSON.parse(readFileSync(0, 'utf8')));
await using parser = createParser({ workers: 3 });
await using repository = repositoryAt(gitDir);
for (const line of lines) {
  const recovered = await recoveredOf(await candidateOf(line, repository, parser), repository, parser);
  process.stdout.write(`${JSON.stringify(recovered)}\n`);
}
