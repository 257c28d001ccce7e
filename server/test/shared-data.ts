import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'vitest';

/** The folder with the root package.json. */
const PROJECT_ROOT = path.resolve(import.meta.dirname, '../..');

/** Where a file or folder of the shared test data lies: beside the project, never inside it. */
export function sharedData(...names: string[]): string {
  return path.join(PROJECT_ROOT, '..', 'shared', 'data', ...names);
}

/**
 * Tests that need a folder of the shared data. Where it is absent they are skipped and say so aloud; in CI its absence
 * is a failure, so that nobody mistakes skipped tests for passed ones.
 */
export function describeWithShared(folder: string, name: string, tests: () => void | Promise<void>): void {
  if (existsSync(sharedData(folder))) {
    describe(name, tests);
    return;
  }
  const missing = `${path.relative(PROJECT_ROOT, sharedData(folder))} is absent`;
  if (process.env['CI'] === 'true') {
    describe(name, () => {
      it('has its test data', () => {
        throw new Error(`${missing}; with CI=true that is a failure.`);
      });
    });
    return;
  }
  process.stderr.write(`SKIPPED: ${name}: ${missing}.\n`);
  describe.skip(name, () => {
    it('has its test data', () => {});
  });
}
