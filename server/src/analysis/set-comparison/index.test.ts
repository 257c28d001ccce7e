import { describe, expect, it } from 'vitest';
import { textRow } from '../corpus/corpus.fixture.ts';
import { demoRows, run } from './run-comparison.fixture.ts';

/** This many questions of a category; their texts are all different. */
const questions = (count: number, category: string, given = {}) =>
  Array.from({ length: count }, () => textRow({ category, ...given }));

describe('a set against itself', () => {
  it('has no differences and overlaps completely', async () => {
    const { result, findings } = await run(demoRows, demoRows);
    expect(result.overlap).toMatchObject({
      same_ids: 239,
      exact_text: 239,
      exact_text_b: 239,
      share_of_a: 1,
      share_of_b: 1,
    });
    for (const { jsd_bits, jensen_shannon_distance, cramers_v, values } of result.dimensions) {
      expect([jsd_bits, jensen_shannon_distance, cramers_v]).toEqual([0, 0, 0]);
      expect(values.map(({ difference }) => difference)).toEqual(values.map(() => 0));
    }
    for (const { cliffs_delta, ks, size } of result.features) {
      expect([cliffs_delta, ks, size]).toEqual([0, 0, 'negligible']);
    }
    expect(result.terms).toMatchObject({ more_in_a_total: 0, more_in_b_total: 0, more_in_a: [], more_in_b: [] });
    expect(result.warnings).toEqual([]);
    expect(findings).toEqual([
      'Set A (the selected questions) has 239 questions, set B 239; they are the same questions, and 4 of set A (1.7%) have the same text as another question in set B.',
      '14 questions of set A ask nearly the same as one of set B (5.9%), and 10 the same with a different answer.',
      'By category, level and topic both sets have the same mix (Jensen-Shannon distance 0.00).',
      "In length and readability the sets hardly differ (Cliff's delta at most 0.00).",
    ]);
  });
});

describe('shares', () => {
  it('match an example calculated by hand', async () => {
    const a = [...questions(3, 'Art'), ...questions(1, 'Music')];
    const b = [...questions(2, 'Art'), ...questions(6, 'Music')];
    const { result } = await run(a, b, { dimensions: ['category'] });
    const [category] = result.dimensions;
    expect(category?.values).toEqual([
      // With equal difference and share, the one with more questions comes first.
      { value: 'Music', count_a: 1, count_b: 6, share_a: 0.25, share_b: 0.75, difference: -0.5 },
      { value: 'Art', count_a: 3, count_b: 2, share_a: 0.75, share_b: 0.25, difference: 0.5 },
    ]);
    // Midpoint (1/2, 1/2): each side diverges by 3/4 log2(3/2) + 1/4 log2(1/2) = 3/4 log2 3 - 1 bits.
    expect(category?.jsd_bits).toBeCloseTo(0.75 * Math.log2(3) - 1, 14);
    expect(category?.jensen_shannon_distance).toBeCloseTo(Math.sqrt((0.75 * Math.log2(3) - 1) * Math.LN2), 14);
    // chi2 = n (ad - bc)^2 / (4 x 8 x 5 x 7) = 12 (3 x 6 - 1 x 2)^2 / 1120; V = sqrt(chi2 / n).
    expect(category?.cramers_v).toBeCloseTo(16 / Math.sqrt(1120), 14);
  });

  it('have a divergence of exactly 1 if nothing is in common', async () => {
    const a = [...questions(3, 'Art'), ...questions(4, 'Film'), ...questions(7, 'Chess')];
    const { result, findings } = await run(a, questions(5, 'Music'), { dimensions: ['category'] });
    expect(result.dimensions[0]).toMatchObject({ jsd_bits: 1, cramers_v: 1 });
    expect(result.dimensions[0]?.jensen_shannon_distance).toBeCloseTo(Math.sqrt(Math.LN2), 14);
    expect(findings[0]).toContain('set B (Music) 5; ');
  });

  it('list the largest difference first, every level in its order, and no topic as null', async () => {
    const a = [...questions(5, 'Art', { topic_focus: 'Oil' }), ...questions(5, 'Film')];
    const b = [...questions(4, 'Art', { difficulty: 2 }), ...questions(1, 'Film'), ...questions(5, 'Chess')];
    const { result } = await run(a, b);
    const names = result.dimensions.map(({ values }) => values.map(({ value }) => value));
    // Chess 0.5, Film 0.4, Art 0.1
    expect(names).toEqual([
      ['Chess', 'Film', 'Art'],
      [0, 1, 2],
      [null, 'Oil'],
    ]);
    expect(result.summary.largest_difference).toMatchObject({
      dimension: 'category',
      value: 'Chess',
      difference: -0.5,
    });
  });

  it('have no V if both sets have only one value, the same', async () => {
    const { result } = await run(questions(40, 'Art'), questions(40, 'Art'), { dimensions: ['category', 'topic'] });
    expect(result.dimensions.map(({ cramers_v, jsd_bits }) => [cramers_v, jsd_bits])).toEqual([
      [null, 0],
      [null, 0],
    ]);
    expect(result.warnings.find(({ code }) => code === 'association_undefined')).toEqual({
      code: 'association_undefined',
      message: "Cramér's V is undefined for category and topic: both sets have only one value, the same.",
      count: 2,
    });
  });

  it('are cut at top_n with a warning, levels never', async () => {
    const a = Array.from({ length: 40 }, (_, index) => textRow({ topic_focus: `t${index}`, difficulty: index % 3 }));
    const { result } = await run(a, a, { dimensions: ['topic', 'difficulty'], top_n: 2 });
    expect(result.dimensions.map(({ values, values_total }) => [values.length, values_total])).toEqual([
      [2, 40],
      [3, 3],
    ]);
    expect(result.warnings.filter(({ code }) => code === 'list_cut')).toEqual([
      { code: 'list_cut', message: '2 of 40 topics are listed, those that differ most.', count: 38 },
    ]);
  });

  it('may be names of object properties', async () => {
    const a = questions(2, '__proto__', { topic_focus: 'constructor', question_text: 'toString __proto__?' });
    const b = questions(2, 'hasOwnProperty', { topic_focus: '__proto__', question_text: 'constructor?' });
    const { result } = await run(a, b);
    expect(result.dimensions.map(({ jsd_bits }) => jsd_bits)).toEqual([1, 0, 1]);
    expect(result.terms).toMatchObject({ words_a: 4, words_b: 2 });
  });
});

describe('features', () => {
  it('match text_statistics, with medians by nearest rank', async () => {
    const a = [textRow({ question_text: 'The cat sat on the mat.', correct_answer: 'On the mat' })];
    const b = ['One two?', 'One two three?', 'Ein Satz auf Deutsch.', 'Ägypten — 2+2?'].map((question_text, index) =>
      textRow({ question_text, correct_answer: 'x', language: index < 2 ? 'en-GB' : 'de' }),
    );
    const { result } = await run(a, b);
    const [characters, words, answers, grade] = result.features;
    expect(characters).toMatchObject({ feature: 'text_characters', n_a: 1, n_b: 4, median_a: 23, median_b: 14 });
    // 6 words against 2, 3, 4 and 3: larger than all.
    expect(words).toMatchObject({ median_a: 6, median_b: 3, cliffs_delta: 1, ks: 1, size: 'large' });
    expect(answers).toMatchObject({ median_a: 3, median_b: 1 });
    // One English sentence of 6 words with 6 syllables: 0.39 x 6 + 11.8 x 1 - 15.59.
    expect(grade).toMatchObject({ n_a: 1, n_b: 2 });
    expect(grade?.median_a).toBeCloseTo(-1.45, 12);
    expect(grade?.median_b).toBeCloseTo(0.39 * 2 + 11.8 - 15.59, 12);
    expect(result.warnings.find(({ code }) => code === 'not_english')?.count).toBe(2);
  });

  it('have a delta and a distance that can be calculated by hand', async () => {
    const ofLengths = (lengths: number[]) =>
      lengths.map((length) => textRow({ correct_answer: Array.from({ length }, () => 'word').join(' ') }));
    const { result } = await run(ofLengths([1, 3, 5, 7]), ofLengths([2, 4, 8, 9]));
    // Larger: 3 than 2; 5 and 7 than 2 and 4: U = 5 of 16. Not above 7: 4/4 and 2/4.
    expect(result.features[2]).toMatchObject({
      median_a: 3,
      median_b: 4,
      cliffs_delta: -0.375,
      ks: 0.5,
      size: 'medium',
    });
  });

  it('compare no grades if a set is in another language', async () => {
    const { result } = await run(questions(40, 'Art'), questions(40, 'Art', { language: 'fr' }));
    expect(result.features[3]).toMatchObject({
      n_a: 40,
      n_b: 0,
      median_b: null,
      cliffs_delta: null,
      ks: null,
      size: null,
    });
    expect(result.warnings.find(({ code }) => code === 'not_english')?.message).toBe(
      '40 questions are not in English or have no words, so the Flesch-Kincaid grade leaves them out. One set has no others, so grades are not compared.',
    );
  });
});

describe('distinguishing words', () => {
  it('match an example calculated by hand, in both directions', async () => {
    // Set A: 20 times "red stone", set B: 20 times "blue stone"; 40 words each, so a prior of 40.
    const a = Array.from({ length: 20 }, () => textRow({ question_text: 'Red stone?' }));
    const b = Array.from({ length: 20 }, () => textRow({ question_text: 'Blue stone?' }));
    const { result, findings } = await run(a, b);
    expect(result.terms).toMatchObject({ words_a: 40, words_b: 40, more_in_a_total: 1, more_in_b_total: 1 });
    const [red] = result.terms.more_in_a;
    // "red" has 10 of the prior: 30 of 80 against 10 of 80. "stone" has 40 of 80 on either side.
    expect(red).toMatchObject({ term: 'red', uses_a: 20, uses_b: 0, per_1000_a: 500, per_1000_b: 0 });
    expect(red?.log_odds).toBeCloseTo(Math.log(30 / 50) - Math.log(10 / 70), 14);
    expect(red?.z).toBeCloseTo(Math.log(4.2) / Math.sqrt(1 / 30 + 1 / 10), 12);
    expect(result.terms.more_in_b[0]).toMatchObject({ term: 'blue', uses_a: 0, uses_b: 20 });
    expect(result.terms.more_in_b[0]?.z).toBe(-(red?.z ?? 0));
    expect(findings.at(-1)).toBe(
      'The most typical word of set A is "red" (500 of 1,000 words against 0), that of set B is "blue" (500 of 1,000 words against 0).',
    );
  });

  it('are cut at top_terms, and leave out unreadably long words', async () => {
    const words = ['one', 'two', 'six', 'x'.repeat(101)].join(' ');
    const a = Array.from({ length: 30 }, () => textRow({ question_text: words }));
    const b = Array.from({ length: 30 }, () => textRow({ question_text: 'All the other words' }));
    const { result } = await run(a, b, { top_terms: 2 });
    expect(result.terms.more_in_a.map(({ term }) => term)).toEqual(['one', 'six']);
    expect(result.terms).toMatchObject({ more_in_a_total: 3, more_in_b_total: 4 });
  });

  it('do not come from answers', async () => {
    const a = Array.from({ length: 30 }, () => textRow({ question_text: 'Same words', correct_answer: 'red' }));
    const b = Array.from({ length: 30 }, () => textRow({ question_text: 'Same words', correct_answer: 'blue' }));
    const { result } = await run(a, b);
    expect(result.terms).toMatchObject({ words_a: 60, more_in_a: [], more_in_b: [] });
  });
});

describe('degenerate sets', () => {
  it.each([
    { side: 'B', a: questions(2, 'Art'), b: [] },
    { side: 'A', a: [], b: questions(2, 'Art') },
  ])('an empty set $side gives nulls and a warning', async ({ side, a, b }) => {
    const { result, findings, rows } = await run(a, b);
    expect(result.summary).toEqual({
      questions_a: a.length,
      questions_b: b.length,
      same_ids: 0,
      exact_text: 0,
      largest_difference: null,
      largest_effect: null,
    });
    for (const { jsd_bits, jensen_shannon_distance, cramers_v, values } of result.dimensions) {
      expect([jsd_bits, jensen_shannon_distance, cramers_v]).toEqual([null, null, null]);
      expect(values.every(({ difference }) => difference === null)).toBe(true);
      expect(values[0]?.[side === 'B' ? 'share_b' : 'share_a']).toBeNull();
    }
    for (const { cliffs_delta, ks, size } of result.features)
      expect([cliffs_delta, ks, size]).toEqual([null, null, null]);
    expect(result.overlap[side === 'B' ? 'share_of_b' : 'share_of_a']).toBeNull();
    expect(result.warnings).toContainEqual({
      code: 'empty_set',
      message: `Set ${side} has no questions, so everything that compares the sets is null or empty.`,
      count: 1,
    });
    const codes = result.warnings.map(({ code }) => code).sort();
    expect(codes).toEqual(['empty_set', 'small_set']);
    expect(result.plots).toEqual([]);
    expect(rows).toEqual([]);
    expect(findings).toEqual([
      a.length === 0
        ? 'Set A (the selected questions) has 0 questions, set B (Art, Intermediate) 2: there is nothing to compare.'
        : 'Set A (Art, Intermediate) has 2 questions, set B 0: there is nothing to compare.',
    ]);
  });

  it('accepts one question each, and texts without words', async () => {
    const { result } = await run([textRow({ question_text: '√?' })], [textRow({ question_text: '∞?' })]);
    expect(result.overlap).toMatchObject({ same_ids: 0, exact_text: 0, exact_text_b: 0, share_of_a: 0 });
    expect(result.features.map(({ median_a, ks }) => [median_a, ks])).toEqual([
      [2, 0],
      [0, 0],
      [2, 0],
      [null, null],
    ]);
    expect(result.warnings.map(({ code }) => code)).toEqual([
      'small_set',
      'small_set',
      'association_undefined',
      'not_english',
      'no_words',
    ]);
  });
});

describe('the demo bank, easy against hard', () => {
  it('differs as a reader would expect', async () => {
    const [easy, hard] = [0, 2].map((level) => demoRows.filter(({ difficulty }) => difficulty === level));
    const { result, findings } = await run(easy ?? [], hard ?? []);
    expect(findings).toEqual([
      'Set A (Basic) has 91 questions, set B (Advanced) 65; no question and no text is in both.',
      "Set A (Basic) has 8.8% Children's Books, set B (Advanced) 0%: the largest difference among the topics (Jensen-Shannon distance 0.47 of at most 0.83).",
      "The median question reads like a text for US school grade 3.8 in set A (Basic), 7.4 in set B (Advanced): a large difference (Flesch-Kincaid; Cliff's delta -0.60).",
    ]);
    expect(result.dimensions.map(({ dimension, jsd_bits }) => [dimension, Number(jsd_bits?.toFixed(3))])).toEqual([
      ['category', 0.003],
      ['difficulty', 1],
      ['topic', 0.319],
    ]);
    expect(result.features.map(({ median_a, median_b }) => [median_a, median_b]).slice(0, 3)).toEqual([
      [48, 66],
      [9, 11],
      [1, 2],
    ]);
  });
});
