import { describe, expect, it } from 'vitest';
import { textRow } from '../corpus/corpus.fixture.ts';
import { run } from './run-comparison.fixture.ts';

const repeat = (count: number, given: Parameters<typeof textRow>[0] = {}) =>
  Array.from({ length: count }, () => textRow(given));

describe('the first sentence', () => {
  const first = async (...sets: Parameters<typeof run>) => (await run(...sets)).findings[0];
  const shared = repeat(3);

  it('states the sizes and the overlap', async () => {
    expect(await first(repeat(2), repeat(1))).toBe(
      'Set A (the selected questions) has 2 questions, set B 1; no question and no text is in both.',
    );
    expect(await first(shared, shared)).toBe(
      'Set A (the selected questions) has 3 questions, set B 3; they are the same questions.',
    );
    expect(await first([...shared, ...repeat(1)], [...shared, ...repeat(3)])).toBe(
      'Set A (the selected questions) has 4 questions, set B 6; 3 are in both (75% of A, 50% of B).',
    );
    expect(await first(shared, [...shared, ...repeat(3)])).toBe(
      'Set A (the selected questions) has 3 questions, set B 6; 3 are in both (100% of A, 50% of B).',
    );
  });

  it('states the copies under another id', async () => {
    const copy = () => textRow({ question_text: 'The same?' });
    expect(await first([copy(), ...repeat(3)], [copy()])).toBe(
      'Set A (the selected questions) has 4 questions, set B 1; no question is in both, but 1 of set A (25%) has the same text as another question in set B.',
    );
  });
});

describe('near-duplicates', () => {
  const mercury = { question_text: 'Which planet is closest to the Sun?', correct_answer: 'Mercury' };
  const nearly = { question_text: 'What planet is nearest to the Sun?', correct_answer: 'Mercury' };
  const helsinki = { question_text: 'What is the capital city of Finland?', correct_answer: 'Helsinki' };
  const nearFinding = async (a: object, count: number, ...b: object[]) => {
    const sets = [
      [...repeat(count, a), ...repeat(4 - count)],
      [...b.map((row) => textRow(row)), ...repeat(4)],
    ] as const;
    const { fullFindings: findings } = await run(...sets);
    return findings.find(({ text }) => /\basks?\b/u.test(text))?.text;
  };

  it('are reported if there are any', async () => {
    expect(await nearFinding(mercury, 2, nearly)).toBe(
      '2 questions of set A ask nearly the same as one of set B (50%).',
    );
    expect(await nearFinding(helsinki, 1, { ...helsinki, correct_answer: 'Lima' })).toBe(
      '1 question of set A asks the same as one of set B, with a different answer.',
    );
    expect(await nearFinding(mercury, 1, nearly, { ...mercury, correct_answer: 'Venus' })).toBe(
      '1 question of set A asks nearly the same as one of set B (25%), and 1 the same with a different answer.',
    );
    expect(await nearFinding(mercury, 1, helsinki)).toBeUndefined();
  });
});

describe('differences', () => {
  it('are reported for the two most different dimensions, most different first', async () => {
    const a = [
      ...repeat(12, { category: 'Mathematics' }),
      ...repeat(87, { category: 'Art' }),
      textRow({ category: 'Art', difficulty: 0 }),
    ];
    const b = [
      ...repeat(31, { category: 'Mathematics', topic_focus: 'Algebra' }),
      ...repeat(69, { category: 'Art', difficulty: 2 }),
    ];
    const { findings } = await run(a, b);
    expect(findings.slice(1, 3)).toEqual([
      'Set A has 0% Advanced, set B 69%: the largest difference among the levels (Jensen-Shannon distance 0.58 of at most 0.83).',
      'Set A has 100% questions without a topic, set B 69%: the largest difference among the topics (Jensen-Shannon distance 0.35 of at most 0.83).',
    ]);
    const [, only] = (await run(a, b, { dimensions: ['category'] })).findings;
    expect(only).toMatch(/^Set A has 88% Art, set B 69%: the largest difference among the categories/);
  });

  it('are not reported for dimensions the sets were selected by, which name the sets instead', async () => {
    const a = repeat(20, { category: 'Geography', difficulty: 0, topic_focus: 'Geography' });
    const b = [
      ...repeat(20, { category: 'Art', difficulty: 2, topic_focus: 'Oil' }),
      ...repeat(10, { category: 'Art', difficulty: 1, topic_focus: 'Ink' }),
    ];
    const { findings, result } = await run(a, b);
    expect(findings[0]).toBe(
      'Set A (Geography, Basic) has 20 questions, set B (Art) 30; no question and no text is in both.',
    );
    expect(findings.join(' ')).not.toMatch(/in common|largest difference/);
    expect(result.summary.largest_difference).toBeNull();
    // Dimensions in the filter of set B are known, too, even if both sets have several values.
    const mixed = [...repeat(9, { difficulty: 0 }), ...repeat(1, { difficulty: 1 })];
    const levels = { other: { filter: { difficulty: [1, 2] } } };
    expect((await run(mixed, b, levels)).findings.join(' ')).not.toContain('among the levels');
    expect((await run(mixed, b)).findings.join(' ')).toContain('among the levels');
  });

  it('are reported as a lack of differences if the mix is practically the same', async () => {
    const mix = (art: number, film: number) => [
      ...repeat(art, { category: 'Art' }),
      ...repeat(film, { category: 'Film' }),
    ];
    const mixOf = async (art: number, film: number) =>
      (await run(mix(50, 50), mix(art, film), { dimensions: ['category', 'difficulty'] })).findings[1];
    expect(await mixOf(45, 55)).toBe(
      'By category and level both sets have practically the same mix (Jensen-Shannon distance 0.04).',
    );
    expect(await mixOf(50, 51)).toBe(
      'By category and level both sets have practically the same mix (Jensen-Shannon distance under 0.01).',
    );
    expect(await mixOf(10, 10)).toBe(
      'By category and level both sets have the same mix (Jensen-Shannon distance 0.00).',
    );
  });

  it('of length are described in the terms of the feature', async () => {
    const same = { question_text: 'Who is it?', correct_answer: 'one' };
    const lengthOf = async (given: object) =>
      (await run(repeat(5, same), repeat(5, { ...same, ...given }), { near_duplicates: false })).findings[2];
    expect(await lengthOf({ correct_answer: 'one two' })).toBe(
      "The median answer has 1 word in set A, 2 in set B: a large difference (Cliff's delta -1.00).",
    );
    expect(await lengthOf({ question_text: 'Who is he??' })).toBe(
      "The median question has 10 characters in set A, 11 in set B: a large difference (Cliff's delta -1.00).",
    );
  });

  it('of length are described without the medians if those are equal', async () => {
    const same = { question_text: 'Who is it?', correct_answer: 'one' };
    const longer = [...repeat(3, same), ...repeat(2, { ...same, correct_answer: 'one two' })];
    const { findings } = await run(repeat(5, same), longer, { near_duplicates: false });
    expect(findings).toContain(
      "Answers tend to be longer in set B than in set A, although the medians are the same: a medium difference (Cliff's delta -0.40).",
    );
  });

  it('of words leave out numbers and what follows an apostrophe', async () => {
    const a = repeat(30, { question_text: "Tom's red 20?" });
    const { findings } = await run(a, repeat(30, { question_text: 'Blue?' }), { near_duplicates: false });
    expect(findings.join(' ')).toMatch(/most typical word of set A is "(red|tom)"/);
    const only = repeat(30, { question_text: "It's 20?" });
    const sentences = (await run(only, repeat(30, { question_text: 'It is?' }), { near_duplicates: false })).findings;
    expect(sentences.join(' ')).not.toContain('most typical');
  });

  it('of words are described for one set if the other has no typical word', async () => {
    const a = repeat(30, { question_text: 'Red stone?' });
    const b = repeat(30, { question_text: 'Which stone?' });
    expect((await run(a, b)).findings.at(-1)).toBe(
      'The most typical word of set A is "red" (500 of 1,000 words against 0).',
    );
    expect((await run(b, a)).findings.at(-1)).toBe(
      'The most typical word of set B is "red" (500 of 1,000 words against 0).',
    );
  });
});
