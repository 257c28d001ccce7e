import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { PLANTED } from './index.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const FAULTS = PLANTED['gate'] ?? [];

// While `npm run mutants` looks for the tests that reach each mutant, the sources contain its marks.
it.skipIf(process.env['REACH_DIR'] !== undefined)('plants every fault in the one place that has its text', () => {
  const occurrences = FAULTS.map(({ name, file, find }) => {
    const source = readFileSync(path.join(ROOT, file), 'utf8');
    return `${name}: ${source.split(find).length - 1}`;
  });
  expect(occurrences).toEqual(FAULTS.map(({ name }) => `${name}: 1`));
});

it('names test files that exist', () => {
  const files = globSync(['server/{src,test}/**/*.test.ts', 'e2e/*/*.test.ts'], { cwd: ROOT });
  const missing = FAULTS.flatMap(({ tests }) => tests).filter((name) => !files.some((file) => file.includes(name)));
  expect(missing).toEqual([]);
});
