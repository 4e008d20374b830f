import type { ReasonRule } from '../reports/reasons.ts';

/** Messages of V8, of Node's module loaders, and of the transformers that stand in for them. */
export const ECMASCRIPT_REASONS: readonly ReasonRule[] = [
  [/Cannot find (?:module|package) '[^']*\/node_modules\//, 'environment'],
  [/(?:Test|Hook) timed out in \d+ ?ms|Exceeded timeout of|Timeout of \d+ms exceeded|test timed out after|timeout!/i, 'timeout'],
  [
    /does not provide an export named|is not (?:a function|a constructor|defined)\b|Failed to resolve import "[.#/]|Cannot find module '[./]|Cannot read propert(?:y|ies) of undefined|has no exported member/,
    'missing-symbol',
  ],
  [
    /Failed to load url [./]|Could not resolve "[./]|ERR_PACKAGE_PATH_NOT_EXPORTED|ERR_PACKAGE_IMPORT_NOT_DEFINED|Missing "\.\/\S*" (?:specifier|export)/,
    'missing-symbol',
  ],
  [
    /Cannot find (?:package|module) |Failed to resolve import|Could not resolve "|ERR_MODULE_NOT_FOUND|ERR_UNKNOWN_FILE_EXTENSION|ERR_DLOPEN_FAILED|was compiled against a different Node/,
    'environment',
  ],
  [/SyntaxError|Transform failed|\berror TS\d+|Parse failure|PARSE_ERROR|Unexpected token/, 'compile-error'],
];
