import { describe, expect, it } from 'vitest';
import type { BlueprintCell, CoverageParameters } from '../parameters.ts';
import { rowsOf, run } from '../run-coverage.fixture.ts';

// Art 10, Music 10; levels 8, 6 and 6.
const ROWS = rowsOf('Art 0 Oil 6', 'Art 1 - 3', 'Art 2 - 1', 'Music 0 - 2', 'Music 1 Jazz 3', 'Music 2 - 5');
const against = (blueprint: BlueprintCell[], others: Partial<CoverageParameters> = {}) =>
  run(ROWS, { blueprint, ...others });
const codes = (warnings: readonly { code: string }[]) =>
  warnings.map(({ code }) => code).filter((code) => code.startsWith('b'));

describe('a blueprint in counts', () => {
  const { result, findings } = against([
    { category: 'Art', difficulty: 0, target_count: 4 },
    { category: 'Art', difficulty: 2, target_count: 4 },
    { category: 'Music', difficulty: 2, target_count: 8 },
  ]);

  it('has a gap where a target is not reached, whatever min_cell says', () => {
    expect(result.gaps).toEqual([
      { keys: { category: 'Art', difficulty: 2 }, have: 1, target: 4, missing: 3 },
      { keys: { category: 'Music', difficulty: 2 }, have: 5, target: 8, missing: 3 },
    ]);
    expect(result.summary).toMatchObject({ gaps: 2, thin_cells: 4 });
  });

  it('is compared within its own cells', () => {
    // 12 questions against 4 : 4 : 8, so 3, 3 and 6 expected: 9/3 + 4/3 + 1/6 = 4.5, and p = e^-2.25 at df 2.
    expect(result.blueprint_fit?.chi2).toBeCloseTo(4.5, 12);
    expect(result.blueprint_fit?.df).toBe(2);
    expect(result.blueprint_fit?.p).toBeCloseTo(Math.exp(-2.25), 12);
    // 4 of 4, 1 of 4 and 5 of 8: 10 of 16.
    expect(result.blueprint_fit?.coverage_pct).toBe(62.5);
    // scipy.spatial.distance.jensenshannon([6, 1, 5], [4, 4, 8])
    expect(result.blueprint_fit?.jensen_shannon_distance).toBeCloseTo(0.21198099532219217, 12);
  });

  it('leads the findings', () => {
    expect(findings.slice(0, 2)).toEqual([
      '2 of 3 targets of the blueprint are not reached (62.5% of the wanted questions exist); the largest gap is Art, Advanced with 1 of 4 questions.',
      'The mix of the questions is some way from that of the blueprint (Jensen-Shannon distance 0.21; 0.83 means nothing in common).',
    ]);
  });
});

describe('a blueprint in shares', () => {
  it('compares the questions outside with the share that is left', () => {
    const { result } = against([{ category: 'art', target_share: 0.3 }], { dimensions: ['category'] });
    // 10 and 10 of 20 against 6 and 14: 16/6 + 16/14.
    expect(result.blueprint_fit?.chi2).toBeCloseTo(16 / 6 + 16 / 14, 12);
    expect(result.blueprint_fit).toMatchObject({ df: 1, coverage_pct: 100 });
    expect(result.gaps).toEqual([]);
  });

  it('rounds a share to questions, and takes a floor above it', () => {
    const { gaps } = against([
      { difficulty: 0, target_share: 0.47 },
      { difficulty: 1, target_share: 0.32 },
      { difficulty: 2, target_share: 0.1, min_count: 7 },
    ]).result;
    // 9.4 rounds to 9, of which 8 exist; 6.4 rounds to 6; the 2 that exist are fewer than 7.
    expect(gaps).toEqual([
      { keys: { difficulty: 0 }, have: 8, target: 9, missing: 1 },
      { keys: { difficulty: 2 }, have: 6, target: 7, missing: 1 },
    ]);
  });

  it('has a distance but no chi-square when questions are outside a blueprint that leaves no share', () => {
    const { result } = against([{ category: 'Art', target_share: 1 }]);
    expect(result.blueprint_fit).toMatchObject({ chi2: null, df: null, p: null, coverage_pct: 50 });
    // scipy: jensenshannon([1, 1], [1, 0])
    expect(result.blueprint_fit?.jensen_shannon_distance).toBeCloseTo(0.46450140402245893, 12);
    expect(codes(result.warnings)).toEqual(['blueprint_chi2_undefined']);
  });

  it('has no coverage when its shares amount to less than one question', () => {
    const { result, findings } = against([{ category: 'Art', target_share: 0.001 }]);
    expect(result.blueprint_fit?.coverage_pct).toBeNull();
    expect(codes(result.warnings)).toEqual(['blueprint_coverage_undefined']);
    expect(findings[0]).toBe('The one target of the blueprint is reached.');
  });
});

describe('the cells of a blueprint', () => {
  it('are found in any case, by any of the dimensions, and without a topic', () => {
    const { result } = against(
      [
        { category: 'ART', target_count: 11 },
        { topic: null, target_count: 12 },
        { topic: 'Jazz', difficulty: 1, target_count: 4 },
      ],
      { dimensions: ['category', 'difficulty', 'topic'] },
    );
    expect(result.gaps).toEqual([
      { keys: { difficulty: 1, topic: 'Jazz' }, have: 3, target: 4, missing: 1 },
      { keys: { topic: null }, have: 11, target: 12, missing: 1 },
      { keys: { category: 'Art' }, have: 10, target: 11, missing: 1 },
    ]);
  });

  it('may be absent from the bank: a gap and a warning', () => {
    const { result } = against([
      { category: 'Physics', target_count: 3 },
      { category: 'Art', target_count: 10 },
    ]);
    expect(result.gaps).toEqual([{ keys: { category: 'Physics' }, have: 0, target: 3, missing: 3 }]);
    expect(codes(result.warnings)).toEqual(['blueprint_cell_empty']);
    expect(result.summary.cells).toBe(6);
  });

  it('may all be absent, so that nothing is covered and nothing can be compared', () => {
    const { result } = against([{ category: 'Physics', target_count: 3 }]);
    expect(result.blueprint_fit).toEqual({
      chi2: null,
      df: null,
      p: null,
      jensen_shannon_distance: null,
      coverage_pct: 0,
    });
    expect(codes(result.warnings)).toEqual([
      'blueprint_cell_empty',
      'blueprint_chi2_undefined',
      'blueprint_distance_undefined',
    ]);
  });

  it('have gaps and a coverage but no mix if they overlap', () => {
    const { result } = against([
      { category: 'art', target_count: 12 },
      { category: 'Art', difficulty: 0, target_count: 6 },
      { category: 'Music', difficulty: 0, target_count: 2 },
    ]);
    expect(result.gaps).toHaveLength(1);
    expect(result.blueprint_fit).toMatchObject({ chi2: null, jensen_shannon_distance: null, coverage_pct: 90 });
    expect(result.warnings.find(({ code }) => code === 'blueprint_overlap')?.count).toBe(1);
  });

  it('have gaps and a coverage but no mix if they only set a floor', () => {
    const { result, findings } = against([{ difficulty: 0, min_count: 16 }]);
    expect(result.gaps).toEqual([{ keys: { difficulty: 0 }, have: 8, target: 16, missing: 8 }]);
    expect(result.blueprint_fit).toMatchObject({ chi2: null, jensen_shannon_distance: null, coverage_pct: 50 });
    expect(codes(result.warnings)).toEqual(['blueprint_without_target']);
    expect(findings[0]).toBe(
      '1 of 1 target of the blueprint is not reached (50% of the wanted questions exist); the largest gap is Basic with 8 of 16 questions.',
    );
  });
});
