import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/** The folder with the root package.json. */
const PROJECT_ROOT = path.resolve(import.meta.dirname, '../..');

/** Data in the repository: small and with a suitable licence, each folder with its SOURCE.md and LICENSE. */
export function ownData(...names: string[]): string {
  return path.join(import.meta.dirname, 'data', ...names);
}

/** The path of a file or folder of the shared test data, which is next to the project, never inside it. */
export function sharedData(...names: string[]): string {
  return path.join(PROJECT_ROOT, '..', 'shared', 'data', ...names);
}

/**
 * Tests that need a folder of the shared data. If it is missing they are skipped with a message; in CI that is a
 * failure, so that nobody mistakes skipped tests for passed ones.
 */
export function describeWithShared(folder: string, name: string, tests: () => void | Promise<void>): void {
  const there = existsSync(sharedData(folder));
  const skipped = !there && process.env['CI'] !== 'true';
  const missing = `${path.relative(PROJECT_ROOT, sharedData(folder))} is absent`;
  if (skipped) process.stderr.write(`SKIPPED: ${name}: ${missing}.\n`);
  describe.skipIf(skipped)(name, () => {
    if (there) return tests();
    it('has its test data', () => {
      expect.fail(`${missing}; with CI=true that is a failure.`);
    });
  });
}
