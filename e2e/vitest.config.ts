import path from 'node:path';
import { defineConfig } from 'vitest/config';

/** Files that measure no time and leave other processes alone: three of them at once, since they wait for processes. All others have the machine to themselves. */
const TOGETHER = [
  ...['backup', 'database-loss', 'image', 'kubernetes', 'monitoring', 'package', 'processes', 'programs', 'systemd'],
  ...['bulk', 'client', 'events-replica', 'imports', 'mcp', 'passkeys', 'rolling-restart', 'spec-client', 'tracing'],
  ...['cli', 'cli-access', 'cli-changes', 'cli-commands', 'cli-interrupts', 'cli-shells', 'cli-webhooks'],
  ...['cli-package', 'tutorials', 'webhook-receivers', 'write-faults'],
].map((name) => `${name}.test.ts`);

/** Black box: the service as an operator starts it, over its sockets. */
const shared = {
  root: import.meta.dirname,
  globalSetup: ['build-command.ts'],
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

const CONSOLE = { globalSetup: ['console/global-setup.ts'], testTimeout: 200_000 };

export default defineConfig({
  test: {
    projects: [
      { test: { ...shared, name: 'together', include: TOGETHER, maxWorkers: 3, sequence: { groupOrder: 0 } } },
      {
        test: {
          ...shared,
          name: 'alone',
          include: ['**/*.test.ts'],
          exclude: [...TOGETHER, 'console/**'],
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...shared,
          ...CONSOLE,
          name: 'console',
          include: ['console/**/*.test.ts'],
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
