import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { describeWithShared } from '../../test/shared-data.ts';
import { type Outcome, outcomes, tableRow } from './outcomes.fixture.ts';

describeWithShared('exchange', 'the outcome for every file', () => {
  let found: Outcome[] = [];
  beforeAll(async () => {
    found = await outcomes();
  });

  it('matches README.md', () => {
    const rows = readFileSync(path.join(import.meta.dirname, 'README.md'), 'utf8')
      .split('\n')
      .filter((line) => /^\| [\w/]+\/[\w.-]+ /u.test(line))
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );
    expect(found.map(tableRow)).toEqual(rows);
  });

  it('has 434 questions and 222 reports for the 87 files with an expectation', () => {
    const more = found.filter(({ folder }) => folder.startsWith('more/'));
    const sum = (field: 'questions' | 'reported') => more.reduce((total, outcome) => total + outcome[field], 0);
    expect([more.length, sum('questions'), sum('reported')]).toEqual([87, 434, 222]);
  });

  it('is an error for every bad package', () => {
    const bad = found.filter(({ folder }) => folder.endsWith('qti21_bad_packages_bsd'));
    expect(bad.map(({ what }) => what.startsWith('rejected'))).toEqual(bad.map(() => true));
    expect(bad).toHaveLength(6);
  });
});
