import { defineConfig } from 'vitest/config';
import { MEASURED_AGAIN } from '../vitest.measured-again.ts';

/** Tests on a real PostgreSQL: TEST_DATABASE_URL, or an embedded one of their own. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    setupFiles: ['test/setup.ts'],
    isolate: false, // the modules of the service are read once in each worker, not in each of 142 files: half of the time
    retry: MEASURED_AGAIN,
    testTimeout: 180_000, // a busy machine is ten times slower
    hookTimeout: 180_000,
    maxWorkers: 2,
  },
});
