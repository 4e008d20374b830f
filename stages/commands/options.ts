import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';

/** Flags that every command on a pool takes. */
export interface PoolFlags {
  readonly pool: string;
  readonly json?: true | undefined;
  readonly events?: 'live' | 'plain' | 'ndjson' | undefined;
  readonly concurrency?: number | undefined;
}

export function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('Give a whole number from 1.');
  return Number(text);
}

/** A command on a pool: its name, one line about it, examples for its help, and the flags that all share. */
export function poolCommand(name: string, about: string, examples: readonly string[], defaultPool = 'pool.yaml') {
  return new Command(name)
    .description(about)
    .option('--pool <path>', 'the pool.yaml, or a folder that holds one', defaultPool)
    .option('--json', 'print the result as JSON')
    .addOption(new Option('--events <how>', 'how progress is told on stderr').choices(['live', 'plain', 'ndjson'] as const))
    .option('--concurrency <n>', 'items at work at once', wholeNumber)
    .addHelpText('after', `\nExamples:\n${examples.map((example) => `  $ pnpm ${example}`).join('\n')}\n`);
}

export function onlyOption() {
  return new Option('--only <glob>', 'items whose source or task matches');
}
