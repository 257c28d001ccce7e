import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { RELEASE_ONLY } from './parts.ts';

/** Black box: the service as an operator starts it, over its sockets. */
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
  env: { NODE_COMPILE_CACHE: path.resolve(import.meta.dirname, '../node_modules/.cache/node') }, // a start takes 1 s less
};

const CONSOLE = {
  globalSetup: ['console/global-setup.ts'],
  include: ['console/*.test.ts'],
  isolate: false, // one browser for each worker, whose modules are read once
  maxWorkers: 2,
  testTimeout: 600_000, // ends what hangs: the longest takes 30 s alone
  expect: { poll: { timeout: 60_000, interval: 20 } }, // vitest's second ends more than what hangs
};

/** The files of the console that begin with this line: the gate does not even load them. */
const CONSOLE_RELEASE_ONLY = readdirSync(path.join(import.meta.dirname, 'console'))
  .map((name) => path.join('console', name))
  .filter((file) => file.endsWith('.test.ts'))
  .filter((file) =>
    readFileSync(path.join(import.meta.dirname, file), 'utf8').startsWith('/** @module-tag release */'),
  );

export default defineConfig({
  test: {
    fsModuleCache: true, // modules that have not changed are not transformed again
    projects: [
      {
        test: {
          ...shared,
          name: 'gate',
          exclude: ['console/**', ...RELEASE_ONLY.map((name) => `${name}.test.ts`)],
          maxWorkers: 3, // files wait for processes more than they compute
          sequence: { groupOrder: 0 },
        },
      },
      // One file after the other: what is measured, and what is struck, has the machine to itself.
      { test: { ...shared, name: 'release', exclude: ['console/**'], maxWorkers: 1, sequence: { groupOrder: 1 } } },
      {
        test: { ...shared, ...CONSOLE, name: 'console', exclude: CONSOLE_RELEASE_ONLY, sequence: { groupOrder: 2 } },
      },
      { test: { ...shared, ...CONSOLE, name: 'console-release', sequence: { groupOrder: 3 } } },
    ],
  },
});
