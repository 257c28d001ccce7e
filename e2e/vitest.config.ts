import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { RELEASE_ONLY } from './parts.ts';

/** Black box: the service as an operator starts it, over its sockets. */
const shared = {
  root: import.meta.dirname,
  include: ['**/*.test.ts'],
  globalSetup: ['build-command.ts', 'prepare-postgres.ts'],
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

const CONSOLE = { include: ['console/**/*.test.ts'], globalSetup: ['console/global-setup.ts'], testTimeout: 200_000 };

export default defineConfig({
  test: {
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
      { test: { ...shared, ...CONSOLE, name: 'console', maxWorkers: 2, sequence: { groupOrder: 2 } } },
    ],
  },
});
