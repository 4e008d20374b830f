import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { wholeNumber } from './options.ts';
import type { Shell } from './shell.ts';

function days(text: string): number {
  const value = Number(text);
  if (!/^\d{1,6}(\.\d+)?$/.test(text) || value <= 0) throw new InvalidArgumentError('Give a number of days above 0.');
  return value;
}

export function dagScan(shell: Shell) {
  return new Command('dag:scan')
    .description('the DAG of a whole history, without a pool: units, edges, timings')
    .argument('<repository>', 'https or file URL, or path of a git repository')
    .option('--from <commit>', 'scan what landed after this commit; default: after the first')
    .option('--to <commit>', 'end of the scan: a commit, branch or tag; default: the default branch')
    .option('--last <n>', 'changes of the first-parent line, counted back from the end', wholeNumber)
    .option('--window <days>', 'days, counted back from the end', days)
    .option('--quick', "edges from git's diffs alone: owned lines, and pairs that a name ties; nothing is parsed")
    .option('--compose', 'prove that units compose and add what is missing: for windows, hours for a history')
    .option('--cache <folder>', 'where clones and answers are kept from run to run', '.pool/scan')
    .option('--out <file>', 'write the whole DAG there, for dag:show, dag:why, dag:why-not and dag:compare')
    .option('--json', 'print the result as JSON')
    .addOption(new Option('--events <how>', 'how progress is told on stderr').choices(['live', 'plain', 'ndjson'] as const))
    .addHelpText(
      'after',
      `
Examples:
  $ pnpm dag:scan https://github.com/pallets/click
  $ pnpm dag:scan /srv/git/click.git --last 300 --out click-dag.json
  $ pnpm dag:scan /srv/git/click.git --quick --json

By default nothing is composed: edges that only a conflict shows are missing, and the result says "composed": false.
Ctrl-C keeps every parse and raw diff made so far; the same command goes on from there.
`,
    )
    .action(async (repository, flags) => {
      const { scanHistory } = await import('./scan-history.ts');
      await scanHistory(shell, repository, flags);
    });
}
