/** Identifiers of a piece of code, whatever its language: letters, digits, `_`, `$`, not starting with a digit. */
export function identifiers(text: string): Set<string> {
  return new Set(text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []);
}

/** Command-line flags (`--dry-run`, `-n`) that a text names. */
export function flags(text: string): Set<string> {
  return new Set(text.match(/(?<![\w-])--?[a-zA-Z][\w-]*/g) ?? []);
}

const LITERAL = /"""([\s\S]*?)"""|'''([\s\S]*?)'''|"((?:\\.|[^"\\\n])*)"|'((?:\\.|[^'\\\n])*)'|`((?:\\.|[^`\\])*)`/g;

/** Code without its comments and string literals: what is left are names the code itself uses. */
export function codeOnly(text: string): string {
  return text
    .replace(LITERAL, '""')
    .replace(/\/\*[\s\S]*?\*\//g, ' ')
    .replace(/(^|\s)(?:\/\/|#(?!\w)).*$/gm, '$1');
}

/** String literals in order of appearance, without their quotes, escapes as written. */
export function literals(text: string): string[] {
  const found: string[] = [];
  for (const match of text.matchAll(LITERAL)) {
    const body = match.slice(1).find((group) => group !== undefined);
    if (body !== undefined && body.trim() !== '') found.push(body);
  }
  return found;
}

/** The fixed parts of a message that has holes: `{x}`, `${x}`, `%s`, `%d`, `%v`, `%q`, `{}`. Parts under `min` characters are left out. */
export function fixedParts(literal: string, min: number): string[] {
  return literal
    .split(/\$?\{[^{}]*\}|%[-+# 0-9.]*[a-zA-Z]/)
    .map((part) => part.trim())
    .filter((part) => part.length >= min);
}

/** `test_parses_empty_lines`, `TestParse/empty lines`, `parsesEmptyLines` → "parses empty lines". */
export function humanise(name: string): string {
  return name
    .replace(/^(test|Test|should|Should|Example|Benchmark)(?=[_A-Z\s])/u, '')
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/[_\s]+/g, ' ')
    .trim()
    .replace(/\b\p{Lu}\p{Ll}+\b/gu, (word) => word.toLowerCase());
}
