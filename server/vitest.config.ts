import { defineConfig } from 'vitest/config';

/** Tests on a real PostgreSQL: TEST_DATABASE_URL, or an embedded one of their own. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
