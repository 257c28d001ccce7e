import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CellRow } from '../analysis-type.ts';
import { coverage } from './index.ts';
import { rowsOf, run, withDefaults } from './run-coverage.fixture.ts';

const SMALL = rowsOf('Art 0 - 6', 'Art 1 - 3', 'Art 2 - 1', 'Music 0 - 2', 'Music 1 - 3', 'Music 2 - 5');

describe('an example calculated by hand', () => {
  const { result, items } = run(SMALL);

  it('expects row times column over total in each cell', () => {
    // Rows 10 and 10, columns 8, 6 and 6 of 20: E = 10 x 8 / 20 = 4, 10 x 6 / 20 = 3.
    expect(result.cells.map(({ keys, count, expected }) => [keys.category, keys.difficulty, count, expected])).toEqual([
      ['Art', 0, 6, 4],
      ['Music', 2, 5, 3],
      ['Art', 1, 3, 3],
      ['Music', 1, 3, 3],
      ['Music', 0, 2, 4],
      ['Art', 2, 1, 3],
    ]);
    expect(result.cells.map((cell) => cell.share)).toEqual([0.3, 0.25, 0.15, 0.15, 0.1, 0.05]);
    // (6 - 4) / sqrt(4 (1 - 10/20) (1 - 8/20)), (5 - 3) / sqrt(3 (1 - 10/20) (1 - 6/20))
    expect(result.cells[0]?.residual_std).toBeCloseTo(2 / Math.sqrt(1.2), 12);
    expect(result.cells[1]?.residual_std).toBeCloseTo(2 / Math.sqrt(1.05), 12);
    expect(result.cells[2]?.residual_std).toBe(0);
  });

  it('tests independence', () => {
    // 4/4 + 0/3 + 4/3 in each row; with two degrees of freedom p = e^(-chi2 / 2); V = sqrt(chi2 / (20 x 1)).
    expect(result.independence?.chi2).toBeCloseTo(14 / 3, 12);
    expect(result.independence?.df).toBe(2);
    expect(result.independence?.p).toBeCloseTo(Math.exp(-7 / 3), 12);
    expect(result.independence?.cramers_v).toBeCloseTo(Math.sqrt(7 / 30), 12);
    expect(Object.keys(result.independence ?? {})).toEqual(['chi2', 'df', 'p', 'cramers_v']);
  });

  it('measures the spread', () => {
    const bits = [0.3, 0.25, 0.15, 0.15, 0.1, 0.05].reduce((sum, p) => sum - p * Math.log2(p), 0);
    expect(result.entropy.bits).toBeCloseTo(bits, 12);
    expect(result.entropy.evenness).toBeCloseTo(bits / Math.log2(6), 12);
    expect(result.entropy.effective_number).toBeCloseTo(2 ** bits, 12);
    // 1 - (0.09 + 0.0625 + 0.0225 + 0.0225 + 0.01 + 0.0025)
    expect(result.entropy.gini_simpson).toBeCloseTo(0.79, 12);
  });

  it('lists the cells under min_cell, largest gap first', () => {
    expect(result.gaps).toEqual([
      { keys: { category: 'Art', difficulty: 2 }, have: 1, target: 5, missing: 4 },
      { keys: { category: 'Music', difficulty: 0 }, have: 2, target: 5, missing: 3 },
      { keys: { category: 'Art', difficulty: 1 }, have: 3, target: 5, missing: 2 },
      { keys: { category: 'Music', difficulty: 1 }, have: 3, target: 5, missing: 2 },
    ]);
    expect(result.summary).toEqual({
      questions: 20,
      cells: 6,
      empty_cells: 0,
      thin_cells: 4,
      gaps: 4,
      largest_cell: { keys: { category: 'Art', difficulty: 0 }, count: 6 },
      smallest_cell: { keys: { category: 'Art', difficulty: 2 }, count: 1 },
    });
    expect(result.blueprint_fit).toBeNull();
  });

  it('warns about the six cells with expected counts of only 3 or 4', () => {
    expect(result.warnings.map(({ code, count }) => [code, count])).toEqual([['small_expected_counts', 6]]);
  });

  it('has every cell as an item, in the same order', () => {
    expect(items).toEqual(result.cells);
  });
});

describe('the table', () => {
  it('has every level of a category, even without questions', () => {
    const { result } = run(rowsOf('Art 0 - 6', 'Music 2 - 5'));
    expect(result.cells_total).toBe(6);
    expect(result.empty_cells).toEqual([
      { category: 'Art', difficulty: 1 },
      { category: 'Art', difficulty: 2 },
      { category: 'Music', difficulty: 0 },
      { category: 'Music', difficulty: 1 },
    ]);
    expect(result.marginals['difficulty']).toEqual([
      { value: 0, count: 6, share: 6 / 11 },
      { value: 1, count: 0, share: 0 },
      { value: 2, count: 5, share: 5 / 11 },
    ]);
    expect(result.marginals['topic']).toBeUndefined();
    // The level that nobody uses is expected to be empty.
    expect(result.cells.find((cell) => cell.keys.difficulty === 1)).toMatchObject({ expected: 0, residual_std: null });
    expect(result.independence?.cramers_v).toBeCloseTo(1, 12);
  });

  it('crosses the topics of a category with the levels, and no topic with a category it does not occur in', () => {
    const rows = rowsOf('Art 0 Paint 2', 'Art 1 - 1', 'Music 2 Opera 4', 'Music 2 Paint 1');
    const { result } = run(rows, { dimensions: ['category', 'topic', 'difficulty'] });
    const pairs = new Set(result.cells.map(({ keys }) => `${keys.category} ${keys.topic}`));
    expect([...pairs].sort()).toEqual(['Art Paint', 'Art null', 'Music Opera', 'Music Paint']);
    expect(result.cells_total).toBe(12);
    expect(result.marginals['topic']).toEqual([
      { value: 'Opera', count: 4, share: 0.5 },
      { value: 'Paint', count: 3, share: 0.375 },
      { value: null, count: 1, share: 0.125 },
    ]);
  });

  it('has the existing pairs of category and topic, without expected counts', () => {
    const { result } = run(rowsOf('Art 0 Paint 2', 'Art 1 Paint 2', 'Music 2 Opera 4'), {
      dimensions: ['category', 'topic'],
    });
    expect(result.cells).toEqual([
      { keys: { category: 'Art', topic: 'Paint' }, count: 4, share: 0.5, expected: null, residual_std: null },
      { keys: { category: 'Music', topic: 'Opera' }, count: 4, share: 0.5, expected: null, residual_std: null },
    ]);
    expect(result.independence).toBeNull();
    expect(result.warnings.map(({ code, count }) => [code, count])).toEqual([
      ['independence_undefined', 1],
      ['residual_undefined', 2],
    ]);
  });

  it('compares a single dimension with an even spread', () => {
    const { result } = run(rowsOf('Art 0 - 9', 'Music 1 - 3'), { dimensions: ['category'] });
    // 6 expected of each; (9 - 6) / sqrt(6 x 1/2)
    expect(result.cells.map((cell) => cell.expected)).toEqual([6, 6]);
    expect(result.cells[0]?.residual_std).toBeCloseTo(3 / Math.sqrt(3), 12);
    expect(result.independence).toBeNull();
  });

  it('tests the first two dimensions, regardless of a third', () => {
    const rows = rowsOf(
      'Art 0 Paint 6',
      'Art 1 Paint 3',
      'Art 2 - 1',
      'Music 0 Opera 2',
      'Music 1 - 3',
      'Music 2 Jazz 5',
    );
    const { independence } = run(SMALL).result;
    expect(run(rows, { dimensions: ['category', 'difficulty', 'topic'] }).result.independence).toEqual(independence);
    expect(run(rows, { dimensions: ['difficulty', 'category'] }).result.independence).toEqual(independence);
    expect(run(rows, { dimensions: ['category', 'topic', 'difficulty'] }).result.independence).toBeNull();
  });
});

describe('degenerate sets', () => {
  it('gives a single question no test, no residual and no NaN', () => {
    const { result } = run(rowsOf('Art 0 - 1'));
    expect(result.summary).toMatchObject({ questions: 1, cells: 3, empty_cells: 2, thin_cells: 3 });
    expect(result.independence).toBeNull();
    expect(result.cells.map((cell) => cell.residual_std)).toEqual([null, null, null]);
    expect(result.entropy).toEqual({ bits: 0, evenness: 0, effective_number: 1, gini_simpson: 0 });
    expect(result.warnings.map(({ code }) => code)).toEqual(['independence_undefined', 'residual_undefined']);
  });

  it('gives a single cell no evenness', () => {
    const { result } = run(rowsOf('Art 0 - 7'), { dimensions: ['category'] });
    expect(result.entropy.evenness).toBeNull();
    expect(result.warnings.map(({ code }) => code)).toEqual([
      'independence_undefined',
      'evenness_undefined',
      'residual_undefined',
    ]);
  });

  it('tests nothing if all categories have one level', () => {
    expect(run(rowsOf('Art 1 - 7', 'Music 1 - 9')).result.independence).toBeNull();
  });
});

describe('limits', () => {
  const many = Array.from({ length: 1200 }, (_, index) => `Art 0 t${index} ${1200 - index}`);

  it('cuts lists at 1,000 with a warning, and keeps all items', () => {
    const { result, items } = run(rowsOf(...many), { dimensions: ['topic', 'difficulty'], min_cell: 2 });
    expect(items).toHaveLength(3600);
    expect(result.cells_total).toBe(3600);
    expect(result.cells).toHaveLength(50);
    expect(result.marginals['topic']).toHaveLength(1000);
    expect(result.gaps).toHaveLength(1000);
    expect(result.empty_cells).toHaveLength(1000);
    expect(result.warnings.filter(({ code }) => code === 'list_cut')).toEqual([
      { code: 'list_cut', message: 'marginals.topic has the first 1,000 of 1,200 rows.', count: 200 },
      { code: 'list_cut', message: 'gaps has the first 1,000 of 2,401 rows.', count: 1401 },
      { code: 'list_cut', message: 'empty_cells has the first 1,000 of 2,400 rows.', count: 1400 },
    ]);
  });

  it('caps the cells at top_n', () => {
    const { result } = run(SMALL, { top_n: 2 });
    expect(result.cells.map((cell) => cell.count)).toEqual([6, 5]);
    expect(result.cells_total).toBe(6);
  });

  it('rejects any source but cells', () => {
    expect(() => coverage.map({ source: 'texts', rows: [] }, withDefaults({}))).toThrow('not from texts');
    expect(coverage.source(withDefaults({}))).toBe('cells');
  });
});

describe('the demo bank', () => {
  const questions = JSON.parse(
    readFileSync(path.resolve(import.meta.dirname, '../../../demo/questions.json'), 'utf8'),
  ) as { category: string; difficulty: number; topic_focus?: string }[];
  const rows: CellRow[] = questions.map(({ category, difficulty, topic_focus }) => ({
    category,
    difficulty,
    topic_focus: topic_focus ?? null,
    count: 1,
  }));

  it('is well covered by category and level', () => {
    const { result, findings } = run(rows);
    expect(result.summary).toMatchObject({ questions: 239, cells: 18, empty_cells: 0, thin_cells: 0, gaps: 0 });
    expect(findings).toEqual([
      'All 18 cells hold at least 5 questions; the smallest are Astronomy, Advanced and 1 other with 10 each.',
      'The largest cell is Geography, Basic with 18 of 239 questions (7.5%).',
      'The questions are spread almost evenly over the 18 cells (evenness 0.99).',
      "Category and difficulty are practically independent (Cramér's V 0.04): every category has much the same mix of levels.",
    ]);
  });

  it('has topics that are thin and cells of topics that are empty', () => {
    const { result, findings } = run(rows, { dimensions: ['category', 'difficulty', 'topic'] });
    expect(result.summary).toMatchObject({ questions: 239, cells: 117, empty_cells: 25, thin_cells: 111 });
    expect(findings.slice(0, 2)).toEqual([
      '111 of 117 cells hold fewer than 5 questions, 25 of them none at all: Astronomy, Cosmology, Intermediate; Astronomy, Night Sky, Advanced; Astronomy, Stars, Basic; and 22 more.',
      'The largest cells are Astronomy, Solar System, Basic and 1 other with 10 of 239 questions (4.2%) each.',
    ]);
  });
});
