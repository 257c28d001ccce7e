import { defineConfig } from 'vitest/config';

/** Pure tests: no I/O, seconds. */
export default defineConfig({
  test: {
    fsModuleCache: true, // modules that have not changed are not transformed again
    root: import.meta.dirname,
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', '../{cli,console,mcp}/src/**/*.test.ts'],
    setupFiles: ['test/property-seed.ts', ...(process.env['REACH_DIR'] === undefined ? [] : ['test/reach.ts'])],
    tags: [
      {
        name: 'heavy',
        description: 'Whole corpora, random banks, bounds at ten times their size: npm run test:heavy.',
      },
    ],
    // No file leaves anything behind that another would meet: workers are kept, which takes a third of the time away.
    isolate: false,
    pool: 'threads',
    maxWorkers: 2,
    testTimeout: 120_000, // seconds, but on a busy machine
  },
});
