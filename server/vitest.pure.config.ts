import { defineConfig } from 'vitest/config';

/** Pure tests: no I/O, seconds. */
export default defineConfig({ test: { root: import.meta.dirname, include: ['src/**/*.test.ts'] } });
