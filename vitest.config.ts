import { defineConfig } from 'vitest/config';

// Tests start git, sandboxes and whole programs, so times are generous; the machine may be small and shared.
const shared = { pool: 'forks' as const, testTimeout: 60_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/docker/**', 'test/e2e/**', 'test/readme.test.ts', 'test/**/*.long.test.ts', '**/fixtures/**'],
        },
      },
      {
        test: {
          ...shared,
          name: 'docker',
          include: ['test/docker/**/*.test.ts'],
          exclude: ['test/**/*.long.test.ts'],
          maxWorkers: 1,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...shared,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts', 'test/readme.test.ts'],
          exclude: ['test/**/*.long.test.ts'],
          maxWorkers: 1,
          testTimeout: 900_000,
          hookTimeout: 900_000,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
