import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/chaos/long.test.ts'],
    root: new URL('..', import.meta.url).pathname,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Each file starts servers of its own; two cores carry two such files.
    maxWorkers: 2,
    retry: 0,
  },
});
