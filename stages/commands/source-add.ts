import { InvalidArgumentError } from '@commander-js/extra-typings';
import { poolCommand, wholeNumber } from './options.ts';
import type { Shell } from './shell.ts';

function commitId(text: string): string {
  if (!/^[0-9a-f]{40}$/.test(text)) throw new InvalidArgumentError('Give a full commit id of 40 hex digits.');
  return text;
}

export function sourceAdd(shell: Shell) {
  return poolCommand('source:add', 'scan a history, propose regions, write its source file, print the funnel', [
    'source:add https://github.com/pallets/click',
    'source:add /srv/git/click.git --last 800',
    'source:add https://github.com/pallets/click --to 0123…def --max-tasks 3 --dry-run',
  ])
    .argument('<repository>', 'https or file URL, or absolute path of a git repository')
    .option('--last <n>', 'changes of the first-parent line to scan, counted back from the end', wholeNumber, 1500)
    .option('--to <commit>', 'end of the scan; default: the default branch', commitId)
    .option('--max-tasks <n>', 'windows to propose', wholeNumber, 1)
    .option('--domain <name>', 'what the software is about', 'general')
    .option('--dry-run', 'print the source file, write nothing')
    .option('--force', 'write over an earlier source file')
    .action(async (repository, flags) => {
      const { addSource } = await import('./add-source.ts');
      await addSource(shell, repository, flags);
    });
}
