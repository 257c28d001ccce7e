import { describe, expect, it } from 'vitest';
import { rowsOf, run } from './run-coverage.fixture.ts';

describe('the findings', () => {
  it('name the emptiest of the thin cells', () => {
    const rows = rowsOf('Art 0 - 9', 'Art 1 - 9', 'Art 2 - 2', 'Music 0 - 9', 'Music 1 - 4', 'Music 2 - 9');
    expect(run(rows).findings[0]).toBe(
      '2 of 6 cells hold fewer than 5 questions; the emptiest is Art, Advanced with 2.',
    );
  });

  it('name three of the empty cells', () => {
    expect(run(rowsOf('Art 0 - 9', 'Art 1 - 9')).findings[0]).toBe('1 of 3 cells is empty: Art, Advanced.');
    expect(run(rowsOf('Art 0 - 9', 'Art 1 - 4')).findings[0]).toBe(
      '2 of 3 cells hold fewer than 5 questions, 1 of them none at all: Art, Advanced.',
    );
    expect(run(rowsOf('Art 0 - 9', 'Law 1 - 9')).findings[0]).toBe(
      '4 of 6 cells are empty: Art, Intermediate; Art, Advanced; Law, Basic; and 1 more.',
    );
  });

  it('cover the empty cells and the largest cell of a single question', () => {
    expect(run(rowsOf('Art 0 - 1')).findings).toEqual([
      'All 3 cells hold fewer than 5 questions, 2 of them none at all: Art, Intermediate; Art, Advanced.',
      'The largest cell is Art, Basic with 1 of 1 question (100%).',
    ]);
  });

  it('include only the count of a single cell', () => {
    expect(run(rowsOf('Art 0 - 1'), { dimensions: ['category'] }).findings).toEqual([
      'There is one category, Art, with 1 question: fewer than 5.',
    ]);
    expect(run(rowsOf('Art 0 - 1234'), { dimensions: ['topic'] }).findings).toEqual([
      'There is one topic, no topic, with 1,234 questions.',
    ]);
  });

  it('use the name of a single dimension', () => {
    expect(run(rowsOf('Art 0 - 90', 'Law 1 - 10'), { dimensions: ['category'] }).findings).toEqual([
      'All 2 categories hold at least 5 questions; the smallest is Law with 10.',
      'The largest category is Art with 90 of 100 questions (90%).',
      'The questions are spread as if only 1.4 of the 2 categories were used, all equally (evenness 0.46).',
    ]);
  });

  it('describe the effect in words and never mention p', () => {
    // Rows of 100, columns 60, 60 and 80: 60 where 40 are expected, chi2 = 2 (100/30 + 100/30 + 400/40), V = sqrt(1/6).
    const rows = rowsOf('Art 0 - 20', 'Art 1 - 20', 'Art 2 - 60', 'Law 0 - 40', 'Law 1 - 40', 'Law 2 - 20');
    expect(run(rows).findings.at(-1)).toBe(
      "Category and difficulty are moderately related (Cramér's V 0.41): Art, Advanced stands out most, with 60 where 40 would be expected.",
    );
    const findingTexts = run(rowsOf('Art 0 - 50', 'Law 1 - 50')).findings;
    expect(findingTexts.at(-1)).toContain("strongly related (Cramér's V 1.00)");
    const millions = run(rowsOf('Art 0 - 2500000', 'Art 1 - 2510000', 'Law 0 - 2500000', 'Law 1 - 2490000'));
    expect(millions.result.independence?.p).toBeLessThan(0.001);
    expect(millions.findings.at(-1)).toContain("practically independent (Cramér's V 0.00)");
  });

  it('omit the effect with fewer than five questions per cell', () => {
    const { result, findings } = run(rowsOf('Art 0 - 2', 'Law 1 - 2'));
    expect(result.independence?.cramers_v).toBe(1);
    expect(findings.filter((sentence) => sentence.includes('related'))).toEqual([]);
  });

  it('report that a blueprint is reached', () => {
    const blueprint = [
      { difficulty: 0, target_count: 5 },
      { difficulty: 1, target_count: 5 },
    ];
    expect(run(rowsOf('Art 0 - 9', 'Art 1 - 9'), { blueprint }).findings.slice(0, 2)).toEqual([
      'All 2 targets of the blueprint are reached.',
      'The mix of the questions is practically that of the blueprint (Jensen-Shannon distance 0.00; 0.83 means nothing in common).',
    ]);
  });

  it('do not call a blueprint covered when one question in ten thousand is missing', () => {
    const blueprint = [{ difficulty: 0, target_count: 10_000 }];
    expect(run(rowsOf('Art 0 - 9999'), { blueprint }).findings[0]).toContain('99.9% of the wanted questions');
  });
});
