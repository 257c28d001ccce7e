import { describe, expect, it } from 'vitest';
import { textRow } from '../corpus/corpus.fixture.ts';
import { rowsAbout, run } from './run-topics.fixture.ts';

const sky = rowsAbout('Astronomy', 'planet orbit comet moon star', 20);
const books = rowsAbout('Literature', 'novel poet author verse plot', 20);

describe('findings', () => {
  it('of a well-filed bank: none misfiled, clusters that agree', async () => {
    const { findings } = await run([...sky, ...books], { k: 2, ngrams: [1, 1] });
    expect(findings).toEqual([
      'None of 40 questions looks misfiled.',
      'For 100 % of the questions the words alone point to the declared category.',
      expect.stringMatching(
        /^The 2 clusters found by words alone agree well with the categories \(adjusted Rand 1\.00, mutual information 1\.00; 1 is the same\)/,
      ),
      expect.stringMatching(/^What gives the 2 largest groups away: Astronomy by .+; Literature by .+\.$/),
    ]);
  });

  it('of a single category: nothing can be called misfiled', async () => {
    const { findings } = await run(
      [...sky, textRow({ category: 'Astronomy', question_text: 'Why?', correct_answer: 'Zyx' })],
      { max_df: 1 },
    );
    expect(findings[0]).toBe('With 1 category to compare, none of 21 questions can be called misfiled.');
    expect(findings.at(-1)).toBe('1 of 21 questions has no word that others share, so that nothing is told of it.');
  });

  it('of categories that words do not tell apart', async () => {
    const rows = [...sky, ...sky.map((row) => ({ ...row, category: 'Literature' }))];
    const { findings, result } = await run(rows, { max_df: 1 });
    expect(findings[0]).toBe(
      'Words do not tell the categories apart well enough to call any of 40 questions misfiled.',
    );
    expect(result.warnings.map(({ code }) => code)).toContain('words_do_not_tell');
  });
});

describe('plots', () => {
  it('say in words what they show', async () => {
    const { result } = await run([...sky, ...books, textRow({ ...books[0], category: 'Astronomy' })], {
      k: 2,
      ngrams: [1, 1],
    });
    const plots = new Map(result.plots.map((plot) => [plot.id, plot]));
    expect(plots.get('topic-map')).toMatchObject({ kind: 'scatter', n: 41 });
    expect(plots.get('topic-map')?.description).toMatch(
      /^41 questions of the sample by the words they share: Astronomy 21, Literature 20\./,
    );
    expect(plots.get('filing')).toMatchObject({
      kind: 'heat_map',
      values: [
        [20, 1],
        [0, 20],
      ],
      description:
        'Of 41 questions, 97.6 % lie where row and column have the same name. The fullest other cell is Astronomy with Literature: 1 question.',
    });
    expect(plots.get('clusters')).toMatchObject({ kind: 'heat_map', n: 41 });
    expect(plots.get('top-terms')).toMatchObject({ kind: 'bars', horizontal: true, n: 41 });
  });
});
