import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect } from 'vitest';

declare global {
  /** The numbers of the marks that a test file has reached, for `npm run mutants`. */
  var reachedMutants: Set<number> | undefined;
}

// Workers are reused: each file starts with nothing reached.
const reached = new Set<number>();
globalThis.reachedMutants = reached;

afterAll(() => {
  const file = expect.getState().testPath ?? '';
  const name = `${createHash('sha256').update(file).digest('hex').slice(0, 16)}.json`;
  writeFileSync(path.join(process.env['REACH_DIR'] ?? '', name), JSON.stringify({ file, ids: [...reached] }));
});
