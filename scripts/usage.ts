import { parseArgs } from 'node:util';

/** Flags of a script, `--help` printed and a mistake refused with exit 2; `flags` are those without a value. */
export function flagsOf(usage: string, flags: readonly string[]): ReadonlySet<string> {
  const options = Object.fromEntries([...flags, 'help'].map((name) => [name, { type: 'boolean' as const }]));
  const given = process.argv.slice(2);
  const unknown = given.filter((word) => !Object.keys(options).some((name) => word === `--${name}`) && word !== '-h');
  if (given.includes('--help') || given.includes('-h')) {
    process.stdout.write(usage);
    process.exit(0);
  }
  if (unknown.length > 0) {
    process.stderr.write(`unknown: ${unknown.join(' ')}\n${usage}`);
    process.exit(2);
  }
  return new Set(Object.keys(parseArgs({ options, args: given }).values));
}
