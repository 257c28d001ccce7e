import { defineConfig } from 'vitest/config';

/** Black box: the service as an operator starts it, over its sockets. One file at a time: each measures and kills. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    fileParallelism: false,
  },
});
