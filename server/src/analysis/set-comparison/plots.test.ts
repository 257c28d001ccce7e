import { describe, expect, it } from 'vitest';
import type { BarsPlot, LinesPlot } from '../../domain/analysis/plot.ts';
import { renderSvg } from '../../plots/render-svg.ts';
import { textRow } from '../corpus/corpus.fixture.ts';
import { run } from './run-comparison.fixture.ts';

const repeat = (count: number, given: Parameters<typeof textRow>[0]) =>
  Array.from({ length: count }, () => textRow(given));
const a = [
  ...repeat(30, { question_text: 'Red stone?', category: 'Art' }),
  ...repeat(10, { question_text: 'A stone?', category: 'Film' }),
];
const b = repeat(20, { question_text: 'A blue stone?', category: 'Art', difficulty: 2 });

describe('plots', () => {
  it('show the shares side by side in per cent', async () => {
    const { result } = await run(a, b);
    expect(result.plots.map(({ id, kind }) => [id, kind])).toEqual([
      ['shares-by-category', 'bars'],
      ['shares-by-difficulty', 'bars'],
      ['shares-by-topic', 'bars'],
      ['text-length', 'lines'],
      ['distinguishing-terms', 'bars'],
    ]);
    const shares = result.plots[0] as BarsPlot;
    expect(shares.x.values).toEqual(['Art', 'Film']);
    expect(shares.series).toEqual([
      { name: 'Set A (Intermediate)', values: [75, 25] },
      { name: 'Set B (Art, Advanced)', values: [100, 0] },
    ]);
    expect(shares.n).toBe(60);
    expect(shares.description).toBe(
      '2 categories; the largest difference is Art with 75% of set A (Intermediate) and 100% of set B (Art, Advanced).',
    );
    expect((result.plots[1] as BarsPlot).x.values).toEqual(['Basic', 'Intermediate', 'Advanced']);
    expect((result.plots[2] as BarsPlot).description).toBe('1 topic; both sets have the same shares.');
  });

  it('show the lengths of both sets in the same bins', async () => {
    const { result } = await run(a, b);
    const lengths = result.plots[3] as LinesPlot;
    expect(lengths.series).toEqual([
      {
        name: 'Set A (Intermediate)',
        points: [
          [2, 100],
          [3, 0],
        ],
      },
      {
        name: 'Set B (Art, Advanced)',
        points: [
          [2, 0],
          [3, 100],
        ],
      },
    ]);
    expect(lengths.description).toBe(
      'Half of set A (Intermediate) have at most 2 words, half of set B (Art, Advanced) at most 3; the shares up to a length differ by at most 100 percentage points.',
    );
  });

  it('show every question of a long tail in the last point', async () => {
    const long = [...repeat(99, { question_text: 'One two three' }), textRow({ question_text: 'w '.repeat(1000) })];
    const { result } = await run(long, b);
    const lengths = result.plots.find(({ id }) => id === 'text-length') as LinesPlot;
    for (const { points } of lengths.series) {
      expect(points.reduce((sum, [, share]) => sum + share, 0)).toBeCloseTo(100, 10);
      expect(points.length).toBeLessThanOrEqual(41);
    }
    expect(lengths.description).toContain('The last point combines');
  });

  it('show the words of each set in its own panel, most typical first, without stop words', async () => {
    const { result } = await run(a, b);
    const terms = result.plots[4] as BarsPlot;
    expect(terms.panels).toEqual([
      { name: 'Typical of set A (Intermediate)', labels: ['red'] },
      { name: 'Typical of set B (Art, Advanced)', labels: ['blue'] },
    ]);
    expect(terms.x.values).toEqual(['Typical of set A (Intermediate): red', 'Typical of set B (Art, Advanced): blue']);
    for (const value of terms.series[0]?.values ?? []) expect(value).toBeGreaterThan(1.96);
    const soft = [
      ...repeat(20, { question_text: 'Blue stone?' }),
      ...repeat(20, { question_text: 'Blue soft stone?' }),
    ];
    const other = await run(repeat(40, { question_text: 'Red stone?' }), soft);
    expect((other.result.plots.at(-1) as BarsPlot).panels?.map(({ labels }) => labels)).toEqual([
      ['red'],
      ['blue', 'soft'],
    ]);
  });

  it('show at most 30 names, and none if a set is empty', async () => {
    const topics = Array.from({ length: 50 }, (_, index) => textRow({ topic_focus: `t${index}` }));
    const { result } = await run(topics, b);
    const shares = result.plots.find(({ id }) => id === 'shares-by-topic') as BarsPlot;
    expect(shares.x.values).toHaveLength(30);
    expect(shares.description).toMatch(/^The 30 of 51 topics that differ most; /);
    expect(shares.note).toBe('The 30 of 51 topics that differ most are drawn.');
    expect((await run(topics, [])).result.plots).toEqual([]);
  });

  it('can be drawn', async () => {
    const { result } = await run(a, b);
    for (const plot of result.plots) expect(renderSvg(plot, { theme: 'light' })).toContain('<svg');
  });
});
