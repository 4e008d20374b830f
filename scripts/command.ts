import { Command, type CommanderError } from '@commander-js/extra-typings';
import { EXIT } from '#schema/errors.ts';

/** The command line of a script, `pnpm <name>`: `--help` with examples, and a mistake of the user ends with exit 2. */
export function scriptCommand(name: string, description: string, examples: readonly string[]) {
  return new Command(`pnpm ${name}`)
    .description(description)
    .addHelpText('after', `\nExamples:\n${examples.map((example) => `  $ pnpm ${example}\n`).join('')}`)
    .allowExcessArguments(false)
    .exitOverride((told: CommanderError) => process.exit(told.exitCode === 0 ? EXIT.ok : EXIT.user));
}
