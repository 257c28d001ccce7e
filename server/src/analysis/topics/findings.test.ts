import { describe, expect, it } from 'vitest';
import { textRow } from '../corpus/corpus.fixture.ts';
import { rowsAbout, run } from './run-topics.fixture.ts';

const sky = rowsAbout('Astronomy', 'planet orbit comet moon star', 20);
const books = rowsAbout('Literature', 'novel poet author verse plot', 20);

describe('findings', () => {
  it('report no misfiled question and matching clusters for a well-filed bank', async () => {
    const { findings } = await run([...sky, ...books], { k: 2, ngrams: [1, 1] });
    expect(findings).toEqual([
      'None of 40 questions looks misfiled.',
      'The words of 100% of the questions point to the declared category.',
      expect.stringMatching(
        /^Grouped by their words alone, the questions form 2 clusters that agree well with the categories \(adjusted Rand index 1\.00; 1 is identical, 0 is chance\)/,
      ),
      expect.stringMatching(/^Typical words of the 2 largest groups: Astronomy: .+; Literature: .+\.$/),
    ]);
  });

  it('report that nothing can be misfiled in a single category', async () => {
    const { findings } = await run(
      [...sky, textRow({ category: 'Astronomy', question_text: 'Why?', correct_answer: 'Zyx' })],
      { max_df: 1 },
    );
    expect(findings[0]).toBe('With only 1 category, none of 21 questions can be misfiled.');
    expect(findings.at(-1)).toBe('1 of 21 questions shares no words with others, so it could not be placed.');
  });

  it('report that words do not distinguish the categories', async () => {
    const rows = [...sky, ...sky.map((row) => ({ ...row, category: 'Literature' }))];
    const { findings, result } = await run(rows, { max_df: 1 });
    expect(findings[0]).toBe(
      'The words do not distinguish the categories well enough to call any of 40 questions misfiled.',
    );
    expect(result.warnings.map(({ code }) => code)).toContain('words_do_not_tell');
  });
});

describe('names that look alike', () => {
  it('are listed with the number of their questions, largest loss first', async () => {
    const rows = [...sky, ...books].map((row, index) => ({
      ...row,
      topic_focus:
        ['Poésie', 'poesie', 'Space flight', 'space-flight', 'Space Flight', 'C', 'C++', 'C#', null][index % 9] ?? null,
    }));
    const { result, fullFindings } = await run(rows);
    expect(result.look_alikes).toEqual([
      {
        label: 'topic',
        names: [
          { name: 'Space flight', questions: 5 },
          { name: 'space-flight', questions: 5 },
          { name: 'Space Flight', questions: 4 },
        ],
      },
      {
        label: 'topic',
        names: [
          { name: 'Poésie', questions: 5 },
          { name: 'poesie', questions: 5 },
        ],
      },
    ]);
    expect(fullFindings[0]).toMatchObject({
      severity: 'warning',
      text: 'Names that differ only in case, spaces or accents are counted separately: "Space flight" (5), "space-flight" (5) and "Space Flight" (4); "Poésie" (5) and "poesie" (5).',
    });
  });
});

describe('plots', () => {
  it('say what they leave out', async () => {
    const words = Array.from({ length: 120 }, (_, index) => `term${index}`);
    const many = Array.from({ length: 24 }, (_, group) =>
      rowsAbout(`Category ${group}`, words.slice(5 * group, 5 * group + 5).join(' '), 6),
    ).flat();
    const { result } = await run(many, { k: 2 });
    const notes = new Map(result.plots.map((plot) => [plot.id, plot.note]));
    expect(notes.get('filing')).toBe(
      'The 20 largest of 24 categories are drawn; 24 questions of the others are left out.',
    );
    expect(notes.get('clusters')).toBe(
      'The 20 largest of 24 categories are drawn; 24 questions of the others are left out.',
    );
    expect(notes.get('top-terms')).toBe('The 8 largest of 24 groups are drawn.');
  });

  it('describe in words what they show', async () => {
    const { result } = await run([...sky, ...books, textRow({ ...books[0], category: 'Astronomy' })], {
      k: 2,
      ngrams: [1, 1],
    });
    const plots = new Map(result.plots.map((plot) => [plot.id, plot]));
    expect(plots.get('filing')).toMatchObject({
      kind: 'heat_map',
      values: [
        [20, 1],
        [0, 20],
      ],
      description:
        '97.6% of 41 questions are in cells where row and column have the same name. The fullest other cell is Astronomy with Literature: 1 question.',
    });
    expect(plots.get('clusters')).toMatchObject({ kind: 'heat_map', n: 41 });
    expect(plots.get('top-terms')).toMatchObject({
      kind: 'bars',
      horizontal: true,
      n: 41,
      panels: [{ name: 'Astronomy' }, { name: 'Literature' }],
    });
    expect(plots.get('filing')?.note).toBeUndefined();
  });
});
