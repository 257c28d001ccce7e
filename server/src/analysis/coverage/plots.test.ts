import { describe, expect, it } from 'vitest';
import { rowsOf, run } from './run-coverage.fixture.ts';

const ROWS = rowsOf('Art 0 Oil 6', 'Art 1 - 3', 'Music 0 Jazz 2', 'Music 1 Jazz 3', 'Music 2 - 9');

const LOG_NOTE = 'The colours are logarithmic, since one cell outweighs the others.';

describe('the plots', () => {
  it('are a heat map with marked gaps, and bars for the categories or the levels, whichever are more numerous', () => {
    const [heatMap, bars, ...others] = run(ROWS).result.plots;
    expect(heatMap).toEqual({
      id: 'category-by-difficulty',
      kind: 'heat_map',
      cases: 'questions',
      title: 'Questions by category and level',
      description: '23 questions in 2 categories, each at 3 levels. Marked, fewer than 5 questions: 4 cells.',
      n: 23,
      x: { label: 'Level', values: ['Basic', 'Intermediate', 'Advanced'] },
      y: { label: 'Category', values: ['Music', 'Art'] },
      value: { label: 'Questions', unit: 'questions' },
      values: [
        [2, 3, 9],
        [6, 3, 0],
      ],
      marked: [
        [0, 0],
        [1, 0],
        [1, 1],
        [2, 1],
      ],
      mark_label: 'fewer than 5 questions',
    });
    expect(bars).toEqual({
      id: 'questions-by-difficulty',
      kind: 'bars',
      cases: 'questions',
      title: 'Questions by level',
      description: '23 questions in 3 levels. Most in Advanced: 9 (39.1%).',
      n: 23,
      x: { label: 'Level', values: ['Basic', 'Intermediate', 'Advanced'] },
      y: { label: 'Questions', unit: 'questions' },
      series: [{ name: 'Questions', values: [8, 6, 9] }],
      horizontal: true,
    });
    expect(others).toEqual([]);
  });

  it('mark what is below a blueprint, including the whole row of a category or column of a level', () => {
    const blueprint = [{ category: 'music', difficulty: 2, target_count: 10 }];
    expect(run(ROWS, { blueprint }).result.plots[0]).toMatchObject({
      marked: [[2, 0]],
      mark_label: 'below the blueprint',
    });
    const whole = [...blueprint, { category: 'art', target_count: 99 }];
    expect(run(ROWS, { blueprint: whole }).result.plots[0]).toMatchObject({
      marked: [
        [2, 0],
        [0, 1],
        [1, 1],
        [2, 1],
      ],
      mark_label: 'below the blueprint: the cell, or its category or level as a whole',
    });
    const level = [{ difficulty: 1, target_count: 99 }];
    expect(run(ROWS, { blueprint: level }).result.plots[0]).toMatchObject({
      marked: [
        [1, 0],
        [1, 1],
      ],
    });
    const reached = [{ category: 'Art', difficulty: 0, target_count: 1 }];
    expect(run(ROWS, { blueprint: reached }).result.plots[0]).toMatchObject({ marked: [], mark_label: null });
  });

  it('use logarithmic colours where one cell outweighs the others, and say so', () => {
    const [heatMap] = run(rowsOf('Art 0 - 6', 'Art 1 - 9', 'Music 0 - 7', 'Music 1 - 800')).result.plots;
    expect(heatMap).toMatchObject({ scale: 'log', note: LOG_NOTE });
    expect(heatMap?.description).toContain(LOG_NOTE);
    expect(run(ROWS).result.plots[0]).not.toHaveProperty('scale');
  });

  it('have bars for the topics when topics are requested', () => {
    const { plots } = run(ROWS, { dimensions: ['topic', 'category', 'difficulty'] }).result;
    expect(plots.map(({ id }) => id)).toEqual([
      'category-by-difficulty',
      'questions-by-difficulty',
      'questions-by-topic',
    ]);
    expect(plots[2]).toMatchObject({
      x: { label: 'Topic', values: ['no topic', 'Oil', 'Jazz'] },
      series: [{ values: [12, 6, 5] }],
    });
  });

  it('are only bars if there is one dimension', () => {
    const ids = (dimension: 'category' | 'difficulty' | 'topic') =>
      run(ROWS, { dimensions: [dimension] }).result.plots.map(({ id, kind }) => `${kind} ${id}`);
    expect(ids('category')).toEqual(['bars questions-by-category']);
    expect(ids('difficulty')).toEqual(['bars questions-by-difficulty']);
    expect(ids('topic')).toEqual(['bars questions-by-topic']);
  });

  it('show at most the thirty largest rows, and say so', () => {
    const rows = rowsOf(...Array.from({ length: 40 }, (_, index) => `c${index} 0 - ${index + 1}`));
    const [heatMap, bars] = run(rows).result.plots;
    expect(heatMap).toMatchObject({ y: { values: expect.objectContaining({ length: 30, 0: 'c39', 29: 'c10' }) } });
    expect(heatMap?.description).toContain('820 questions in the 30 largest of 40 categories');
    expect(heatMap?.note).toBe('Drawn: the 30 largest of 40 categories.');
    expect(bars).toMatchObject({ note: heatMap?.note, n: 765, x: { values: expect.objectContaining({ length: 30 }) } });
  });
});
