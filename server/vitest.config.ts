import { defineConfig } from 'vitest/config';

/** Tests on a real PostgreSQL: that of TEST_DATABASE_URL, or one of their own, by TEST_POSTGRES_BIN or embedded. */
export default defineConfig({
  test: {
    fsModuleCache: true, // modules that have not changed are not transformed again
    root: import.meta.dirname,
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    setupFiles: ['test/setup.ts', ...(process.env['REACH_DIR'] === undefined ? [] : ['test/reach.ts'])],
    tags: [
      {
        name: 'heavy',
        description: 'All combinations, or banks of many thousands: npm run test:db-heavy, not .ci/run.',
      },
      {
        name: 'times',
        description: 'Measures time, one file after the other in a process of its own: npm run times, not .ci/run.',
      },
    ],
    isolate: false, // the modules of the service are read once in each worker, not in each of 142 files: half of the time
    testTimeout: 180_000, // ends what hangs: a busy machine is ten times slower
    hookTimeout: 180_000,
    maxWorkers: 2,
  },
});
