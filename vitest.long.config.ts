import { defineConfig } from 'vitest/config';

const shared = { pool: 'forks' as const, testTimeout: 3_600_000, hookTimeout: 900_000 };

/** `pnpm test:long`: what takes too long for every change, such as killing builds at many moments. */
export default defineConfig({
  test: {
    projects: [
      { test: { ...shared, name: 'long', include: ['test/**/*.long.test.ts'], exclude: ['test/laws/**'], maxWorkers: 1 } },
      // A thousand histories: nothing in them depends on time, so that two halves may run beside each other.
      { test: { ...shared, name: 'laws', include: ['test/laws/**/*.long.test.ts'], maxWorkers: 2, sequence: { groupOrder: 1 } } },
    ],
  },
});
