import { describe, expect, it } from 'vitest';
import type { TextRow } from '../../analysis-type.ts';
import { NOTHING_KNOWN, textRow } from '../../corpus/corpus.fixture.ts';
import { setComparison } from '../index.ts';
import { type Row, run, withDefaults } from '../run-comparison.fixture.ts';

const mercury = { question_text: 'Which planet is closest to the Sun?', correct_answer: 'Mercury' };
const nearest = { question_text: 'What planet is nearest to the Sun?', correct_answer: 'Mercury' };
const venus = { ...mercury, correct_answer: 'Venus' };
const helsinki = { question_text: 'What is the capital city of Finland?', correct_answer: 'Helsinki' };
const bern = { question_text: 'Which city is the capital of Switzerland?', correct_answer: 'Bern' };

const copies = (given: Partial<TextRow>, count: number) => Array.from({ length: count }, () => textRow(given));
const ids = (rows: readonly Row[], relation: Row['relation']) =>
  rows.filter((row) => row.relation === relation).map(({ a, b }) => [a.question_id, b.question_id]);

describe('near-duplicates between the sets', () => {
  const inBoth = textRow(helsinki);
  const [one, other] = [textRow(mercury), textRow(bern)];
  const a = [one, inBoth, other];
  const [exact, near, conflict, variant] = [mercury, nearest, venus, { ...bern, correct_answer: 'Berne' }].map((row) =>
    textRow(row),
  ) as [TextRow, TextRow, TextRow, TextRow];
  const b = [exact, near, conflict, variant, inBoth];

  it('are separate from contradictions; a question in both sets is neither', async () => {
    const { result, rows } = await run(a, b);
    expect(ids(rows, 'exact')).toEqual([
      [one.id, exact.id],
      [other.id, variant.id],
    ]);
    expect(ids(rows, 'conflict')).toEqual([[one.id, conflict.id]]);
    expect(ids(rows, 'near')).toEqual([[one.id, near.id]]);
    expect(result.overlap).toMatchObject({ same_ids: 1, exact_text: 3, near: 1, conflicts: 1 });
  });

  it('may have a variant of the answer', async () => {
    const berne = textRow({ question_text: 'What city is the capital of Switzerland?', correct_answer: 'Berne' });
    const { result, rows } = await run(a, [berne]);
    expect(ids(rows, 'near')).toEqual([[other.id, berne.id]]);
    expect(result.overlap).toMatchObject({ exact_text: 0, near: 1, conflicts: 0 });
  });

  it('count questions of A, not pairs', async () => {
    const { result } = await run(copies(mercury, 2), [...copies(nearest, 3), ...copies(venus, 4)]);
    expect(result.overlap).toMatchObject({ near: 2, conflicts: 2 });
    const { result: mirrored } = await run([...copies(nearest, 3), ...copies(venus, 4)], copies(mercury, 2));
    expect(mirrored.overlap).toMatchObject({ near: 3, conflicts: 4 });
  });

  it('leave out pairs that an editor has marked as different', async () => {
    const dismissed = [
      [near.id, one.id],
      [one.id, conflict.id],
    ] as const;
    const { result, rows } = await run(a, b, {}, { ...NOTHING_KNOWN, dismissed });
    // Equal texts remain equal texts.
    expect(ids(rows, 'exact')).toContainEqual([one.id, conflict.id]);
    expect([ids(rows, 'conflict'), ids(rows, 'near')]).toEqual([[], []]);
    expect(result.overlap).toMatchObject({ near: 0, conflicts: 0 });
  });

  it('are marked on both sides if a question is in both sets', async () => {
    const both = [one, near];
    expect((await run(both, both)).result.overlap).toMatchObject({ near: 2 });
    const dismissed = [[near.id, one.id]] as const;
    expect((await run(both, both, {}, { ...NOTHING_KNOWN, dismissed })).result.overlap).toMatchObject({ near: 0 });
  });

  it('are sorted by similarity, then in the order of the sets', async () => {
    const fewer = { question_text: 'What planet is nearest to our Sun, of all?', correct_answer: 'Mercury' };
    const [far, first, second] = [textRow(fewer), textRow(nearest), textRow(nearest)];
    const { rows } = await run([one, textRow(mercury)], [far, first, second]);
    const near = rows.filter(({ relation }) => relation === 'near');
    expect(near.map(({ b }) => b.question_id)).toEqual([first, second, first, second, far, far].map(({ id }) => id));
    expect(near[4]?.similarity).toBeLessThan(near[3]?.similarity ?? 0);
  });

  it('are counted beyond the kept rows', { tags: ['heavy'] }, async () => {
    const { result, rows } = await run([...copies(mercury, 400), textRow(venus)], copies(nearest, 300));
    expect(result.overlap).toMatchObject({ near: 400, conflicts: 1, exact_text: 0 });
    expect(rows).toHaveLength(100_000);
    expect(ids(rows, 'conflict')).toHaveLength(300);
    expect(result.warnings).toContainEqual({
      code: 'rows_cut',
      message: 'Rows are kept for 100,000 of 120,300 pairs; all are counted.',
      count: 20_300,
    });
  });

  it('are absent if thousands of questions are the same', { tags: ['heavy'] }, async () => {
    const { result } = await run(copies(mercury, 3000), copies(mercury, 3000));
    expect(result.overlap).toMatchObject({ copies: 3000, near: 0, conflicts: 0 });
  });

  it('are not searched if disabled', async () => {
    const { result, rows } = await run(a, b, { near_duplicates: false });
    expect(result.overlap).toMatchObject({ near: null, conflicts: null });
    expect(rows.map(({ relation }) => relation)).toEqual(['exact', 'exact', 'exact']);
    const near = (near_duplicates: boolean) =>
      setComparison.map({ source: 'texts', rows: a }, withDefaults({ near_duplicates }), 0).near;
    expect([near(false), near(true)?.questions.count]).toEqual([null, 3]);
  });
});
