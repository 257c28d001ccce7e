import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { MEASURED_AGAIN } from '../vitest.measured-again.ts';

/** Files that measure no time and leave other processes alone: two of them at once. All others have the machine to themselves. */
const TOGETHER = [
  ...['backup', 'image', 'kubernetes', 'monitoring', 'package', 'processes', 'programs', 'spec-client', 'systemd'],
  ...['cli', 'cli-access', 'cli-commands', 'cli-interrupts', 'cli-shells', 'mcp', 'tracing', 'tutorials'],
].map((name) => `${name}.test.ts`);

/** Black box: the service as an operator starts it, over its sockets. */
const shared = {
  root: import.meta.dirname,
  globalSetup: ['build-command.ts'],
  retry: MEASURED_AGAIN,
  testTimeout: 300_000,
  hookTimeout: 300_000,
  env: { NODE_COMPILE_CACHE: path.resolve(import.meta.dirname, '../node_modules/.cache/node') }, // a start takes 1 s less
};

export default defineConfig({
  test: {
    projects: [
      { test: { ...shared, name: 'together', include: TOGETHER, maxWorkers: 2, sequence: { groupOrder: 0 } } },
      {
        test: {
          ...shared,
          name: 'alone',
          include: ['**/*.test.ts'],
          exclude: TOGETHER,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
