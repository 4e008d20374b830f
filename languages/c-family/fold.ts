import { GRAMMARS } from '../grammars.ts';
import type { Capture, FileSymbols, Grammar, Import } from '../language.ts';
import { type Dialect, USUAL } from '../symbols/dialect.ts';
import { foldSymbols } from '../symbols/fold.ts';
import { testRanges } from './cases.ts';
import { takeDefinition } from './definitions.ts';
import { cDoc } from './docs.ts';
import { Emitted } from './emitted.ts';
import { matchesOf, Nest, Places, spanOf } from './places.ts';
import { prepared } from './prepare.ts';
import { C_QUERY, CPP_QUERY } from './query.ts';
import { dotted, Surroundings } from './surroundings.ts';
import { includedHeader, Uses } from './uses.ts';
import { Variables } from './variables.ts';

/** The C library's and the compilers' own names: a use tells nothing unless the file defines the name itself. */
const BUILTINS = new Set(
  (
    'NULL EOF BUFSIZ errno stdin stdout stderr assert offsetof va_list va_start va_end va_arg va_copy true false nullptr bool ' +
    'size_t ssize_t ptrdiff_t intptr_t uintptr_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intmax_t uintmax_t off_t ' +
    'time_t pid_t mode_t FILE DIR wchar_t char8_t char16_t char32_t max_align_t nullptr_t ' +
    'printf fprintf sprintf snprintf vprintf vfprintf vsnprintf scanf sscanf fscanf puts putchar fputs fputc putc getc fgetc fgets ungetc ' +
    'fopen fclose fread fwrite fseek ftell fflush feof ferror perror remove rename ' +
    'malloc calloc realloc free exit abort atexit getenv atoi atol strtol strtoul strtoll strtoull strtod qsort bsearch abs labs rand srand ' +
    'memcpy memmove memset memcmp memchr strlen strcpy strncpy strcat strncat strcmp strncmp strcasecmp strncasecmp strchr strrchr strstr ' +
    'strdup strndup strtok strerror strspn strcspn isalpha isdigit isalnum isspace isupper islower isprint isxdigit toupper tolower ' +
    'time clock difftime mktime gmtime localtime strftime std unsigned signed long short defined __func__ __FILE__ __LINE__ __VA_ARGS__ ' +
    'INT_MAX INT_MIN UINT_MAX LONG_MAX LONG_MIN ULONG_MAX LLONG_MAX LLONG_MIN CHAR_BIT SIZE_MAX INT64_MAX UINT64_MAX INT32_MAX UINT32_MAX ' +
    '__cplusplus __GNUC__ __clang__ _MSC_VER _WIN32 WIN32 __linux__ __APPLE__ __unix__ NDEBUG main static_cast dynamic_cast const_cast reinterpret_cast'
  ).split(' '),
);

function dialectOf(source: string, hidden: ReadonlySet<number>, aliases: readonly Import[]): Dialect {
  return {
    ...USUAL,
    imports: (statement) => {
      const module = includedHeader(source.slice(lineStart(source, statement.startIndex), statement.endIndex));
      return module === null ? [] : [{ module, names: [{ local: '*', imported: '*' }], line: statement.startRow + 1, reExport: true }];
    },
    selfExports: () => aliases,
    owner: (text) => dotted(text) || null,
    doc: cDoc,
    exported: ({ draft, nested }) => !nested && !hidden.has(draft.name.startIndex),
    inlineTests: () => testRanges(source),
    builtins: BUILTINS,
    receivers: new Set(['this']),
    importsBind: false,
    freeReads: true,
    outward: true,
  };
}

function lineStart(source: string, offset: number): number {
  return source.lastIndexOf('\n', offset - 1) + 1;
}

/** Captures whose text is read again, which the grammar saw without macros. */
const SYNTAX: ReadonlySet<string> = new Set(['declarator', 'type']);
function asParsed(capture: Capture, text: string): Capture {
  return { ...capture, text: text.slice(capture.startIndex, capture.endIndex) };
}

/** Captures of `query.ts` → symbols, by way of the captures that all languages share. */
export function foldC(captures: readonly Capture[], source: string, errorShare: number, inC: boolean): FileSymbols {
  const ready = prepared(source, inC);
  const matches = matchesOf(captures.map((capture) => (SYNTAX.has(capture.name) ? asParsed(capture, ready.text) : capture)));
  const places = new Places(source, captures);
  const around = new Surroundings(matches);
  const functions = new Nest(matches.flatMap((match) => spanOfFunction(match.get('c.function') ?? match.get('scope'))));
  const variables = new Variables(matches, around, (offset) => functions.around(offset).map(({ start }) => start));
  const definitions = new Emitted(source, places, around, inC);
  for (const match of matches) takeDefinition(definitions, match);
  const uses = new Uses(matches, places, variables);
  uses.blanked(ready, source);
  const dialect = dialectOf(source, definitions.hidden, definitions.aliases);
  return foldSymbols([...definitions.captures, ...uses.captures], source, errorShare, dialect);
}

function spanOfFunction(node: Capture | undefined): { start: number; end: number }[] {
  return node === undefined ? [] : [spanOf(node)];
}

export const C_GRAMMAR: Grammar = {
  wasm: GRAMMARS.c.wasm,
  query: C_QUERY,
  prepare: (source) => prepared(source, true).text,
  fold: (captures, source, errorShare) => foldC(captures, source, errorShare, true),
};

export const CPP_GRAMMAR: Grammar = {
  wasm: GRAMMARS.cpp.wasm,
  query: CPP_QUERY,
  prepare: (source) => prepared(source, false).text,
  fold: (captures, source, errorShare) => foldC(captures, source, errorShare, false),
};
