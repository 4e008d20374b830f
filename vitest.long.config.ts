import { defineConfig } from 'vitest/config';

/** `pnpm test:long`: what takes too long for every change, such as killing builds at many moments. */
export default defineConfig({
  test: { name: 'long', include: ['test/**/*.long.test.ts'], pool: 'forks', maxWorkers: 1, testTimeout: 3_600_000, hookTimeout: 900_000 },
});
