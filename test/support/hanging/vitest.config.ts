/** One suite that never ends, for the test that interrupts `npm test`. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/support/hanging/suite.ts'],
    root: new URL('../../..', import.meta.url).pathname,
  },
});
