import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const store = path.resolve(import.meta.dirname, '../store');

/** The literal names of prepared statements, each with its file. */
function namesOf(file: string): { name: string; file: string }[] {
  const text = readFileSync(path.join(store, file), 'utf8');
  const named = text.matchAll(/\bname: '(?<name>[a-z0-9_]+)',\s+text:/gu);
  return Array.from(named, ({ groups }) => ({ name: groups?.['name'] ?? '', file }));
}

// A connection identifies a statement by its name: a second statement of the same name fails there, and works where the
// first has not been run yet.
it('statements have unique names', () => {
  const files = globSync('**/*.ts', { cwd: store }).filter((file) => !file.endsWith('.test.ts'));
  const all = files.flatMap(namesOf);
  expect(all.length).toBeGreaterThan(50);
  const repeated = all.filter(({ name }, index) => all.some((other, at) => at !== index && other.name === name));
  expect(repeated).toEqual([]);
});
