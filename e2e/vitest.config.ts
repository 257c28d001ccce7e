import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { RELEASE_ONLY } from './parts.ts';

/** Black-box tests start the service as an operator does, and use it through its sockets. */
const shared = {
  root: import.meta.dirname,
  include: ['**/*.test.ts'],
  globalSetup: ['support/build-command.ts', 'support/prepare-postgres.ts'],
  tags: [
    {
      name: 'release',
      description: 'At its real size, or of a fault that is rare: npm run release-check, not .ci/run.',
    },
  ],
  testTimeout: 300_000,
  hookTimeout: 300_000,
  env: { NODE_COMPILE_CACHE: path.resolve(import.meta.dirname, '../node_modules/.cache/node') }, // saves 1 s per start
};

const CONSOLE = {
  globalSetup: ['console/global-setup.ts'],
  include: ['console/*.test.ts'],
  isolate: false, // one browser per worker, whose modules are loaded once
  maxWorkers: 2,
  testTimeout: 600_000, // only ends tests that hang: the longest takes 30 s on an idle machine
  expect: { poll: { timeout: 60_000, interval: 20 } }, // vitest's default of 1 s is too short for a busy machine
};

/** The console test files that begin with this line. The gate does not even load them. */
const CONSOLE_RELEASE_ONLY = readdirSync(path.join(import.meta.dirname, 'console'))
  .map((name) => path.join('console', name))
  .filter((file) => file.endsWith('.test.ts'))
  .filter((file) =>
    readFileSync(path.join(import.meta.dirname, file), 'utf8').startsWith('/** @module-tag release */'),
  );

export default defineConfig({
  test: {
    fsModuleCache: true, // does not transform unchanged modules again
    projects: [
      {
        test: {
          ...shared,
          name: 'gate',
          exclude: ['console/**', ...RELEASE_ONLY.map((name) => `${name}.test.ts`)],
          maxWorkers: 3, // files mostly wait for processes
          sequence: { groupOrder: 0 },
        },
      },
      // These files run one after another, because measurements and faults need a machine without other load.
      { test: { ...shared, name: 'release', exclude: ['console/**'], maxWorkers: 1, sequence: { groupOrder: 1 } } },
      {
        test: { ...shared, ...CONSOLE, name: 'console', exclude: CONSOLE_RELEASE_ONLY, sequence: { groupOrder: 2 } },
      },
      { test: { ...shared, ...CONSOLE, name: 'console-release', sequence: { groupOrder: 3 } } },
    ],
  },
});
