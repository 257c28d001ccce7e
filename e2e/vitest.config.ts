import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { MEASURED_AGAIN } from '../vitest.measured-again.ts';

/** Black box: the service as an operator starts it, over its sockets. One file at a time: each measures and kills. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    retry: MEASURED_AGAIN,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    fileParallelism: false,
    env: { NODE_COMPILE_CACHE: path.resolve(import.meta.dirname, '../node_modules/.cache/node') }, // a start takes 1 s less
  },
});
