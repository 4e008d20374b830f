/** Stand for a directory that only the running script knows; `shellWord` puts the variable in their place. */
const PLACEHOLDERS = { '/__lhb_repo__': '"$repo"', '/__lhb_scratch__': '"$scratch"' } as const;
export const REPO = '/__lhb_repo__';
export const SCRATCH = '/__lhb_scratch__';

function quoted(text: string): string {
  return text === '' ? '' : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** One bash word that means exactly `text`, placeholders expanded. */
export function shellWord(text: string): string {
  const pieces = text.split(/(\/__lhb_repo__|\/__lhb_scratch__)/);
  const word = pieces.map((piece) => (piece === REPO || piece === SCRATCH ? PLACEHOLDERS[piece] : quoted(piece))).join('');
  return word === '' ? "''" : word;
}

export function shellCommand(argv: readonly string[]): string {
  return argv.map(shellWord).join(' ');
}
