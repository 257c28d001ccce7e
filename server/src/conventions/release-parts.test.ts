import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { RELEASE, RELEASE_ONLY } from '../../../e2e/parts.ts';

const E2E = path.resolve(import.meta.dirname, '../../../e2e');

const files = new Map(
  globSync('*/*.test.ts', { cwd: E2E, exclude: ['console/**'] }).map((file) => [
    file.replace(/\.test\.ts$/u, ''),
    readFileSync(path.join(E2E, file), 'utf8'),
  ]),
);
/** Split in two, because Vitest looks for it anywhere in a file. */
const MODULE_TAG = ['/** @module-', 'tag release */\n'].join('');
const isWhole = (source: string) => source.startsWith(MODULE_TAG);
const named = (matches: (source: string) => boolean) =>
  [...files].filter(([, source]) => matches(source)).map(([name]) => name);

describe('e2e/parts.ts', () => {
  it('assigns every file with a test of the release check to exactly one part', () => {
    const tagged = named((source) => isWhole(source) || /\btags: \['release'\]/u.test(source));
    expect(Object.values(RELEASE).flat().toSorted()).toEqual(tagged.toSorted());
  });

  it('excludes from the gate exactly the files whose tests are all tagged', () => {
    expect(RELEASE_ONLY.toSorted()).toEqual(named(isWhole).toSorted());
  });
});
