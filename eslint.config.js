import { parser, plugin } from 'typescript-eslint';

// Biome does all other linting; whether a promise is awaited needs types, which it has not. A promise returned out of the scope of
// an `await using` would be settled by a resource that is closed already.
export default [
  { ignores: ['tasks-out/**', 'runs/**', '.pool/**', 'test/golden/**', 'test/**/fixtures/**'] },
  {
    files: ['**/*.ts'],
    languageOptions: { parser, parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { '@typescript-eslint': plugin },
    rules: {
      '@typescript-eslint/no-floating-promises': [
        'error',
        { allowForKnownSafeCalls: [{ from: 'package', package: 'node:test', name: ['test', 'it', 'describe'] }] },
      ],
      '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
    },
  },
];
