import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import planted from '../../../demo/planted.json' with { type: 'json' };
import type { TextRow } from '../analysis-type.ts';
import { textRow } from '../corpus/corpus.fixture.ts';
import { topics } from './index.ts';
import { checkParameters } from './parameters.ts';
import { demoIds, demoRows, isValid, rowsAbout, run, withDefaults } from './run-topics.fixture.ts';

vi.setConfig({ testTimeout: 300_000 });

const SKY = 'planet orbit comet moon star galaxy nebula crater';
const BOOKS = 'novel poet author chapter verse sonnet plot rhyme';
const LAND = 'river mountain island desert capital border lake coast';
const filed = [
  ...rowsAbout('Astronomy', SKY, 30),
  ...rowsAbout('Literature', BOOKS, 30),
  ...rowsAbout('Geography', LAND, 30),
];
const stray = textRow({
  category: 'Literature',
  question_text: 'Which river has a lake, an island and a mountain on its border?',
  correct_answer: 'The desert coast',
});
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const codes = (warnings: readonly { code: string }[]) => warnings.map(({ code }) => code);

describe('a small bank', () => {
  it('names the misfiled question, the right category, and the words that point there', async () => {
    const { result, items, findings } = await run([...filed, stray]);
    expect(result.summary).toMatchObject({ questions: 91, groups: 3, misfiled: 1 });
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      question_id: stray.id,
      version: 1,
      question_text: stray.question_text,
      correct_answer: stray.correct_answer,
      declared: 'Literature',
      suggested: 'Geography',
    });
    expect(items[0]?.terms.map(({ term }) => term)).toContain('river');
    expect(result.misfiled[0]).toMatchObject({ question_id: stray.id, suggested: 'Geography' });
    expect(findings[0]).toBe('1 of 91 questions (1.1%) looks misfiled, from Literature to Geography.');
  });

  it('finds the categories as clusters', async () => {
    const { result } = await run(filed, { k: 3 });
    expect(result.clusters).toMatchObject({ k: 3, sizes: [30, 30, 30], adjusted_rand: 1, nmi: 1 });
    expect(result.summary.misfiled).toBe(0);
  });

  it('describes groups and clusters by their own words', async () => {
    for (const group_by of ['category', 'cluster'] as const) {
      const { result } = await run(filed, { group_by, k: 3, top_terms: 8, ngrams: [1, 1] });
      expect(result.groups).toHaveLength(3);
      for (const { terms, exemplar_ids, size } of result.groups) {
        const words = terms
          .map(({ term }) => term)
          .sort()
          .join(' ');
        expect([SKY, BOOKS, LAND].map((list) => list.split(' ').sort().join(' '))).toContain(words);
        expect(exemplar_ids).toHaveLength(3);
        expect(size).toBe(30);
      }
    }
  });

  it('judges topics by topic, and leaves out questions without one', async () => {
    const rows = [...filed, stray].map((row) => ({ ...row, category: 'All', topic_focus: row.category }));
    const { result } = await run([...rows, textRow({ category: 'All', question_text: 'Which river has a lake?' })], {
      group_by: 'topic',
    });
    expect(result.misfiled.map(({ declared, suggested }) => [declared, suggested])).toEqual([
      ['Literature', 'Geography'],
    ]);
    expect(codes(result.warnings)).toContain('no_label');
    expect(sum(result.groups.map(({ size }) => size))).toBe(91);
  });

  it('only uses the terms that the parameters allow', async () => {
    const terms = async (given: Parameters<typeof run>[1]) =>
      (await run(filed, { ...given, top_terms: 30 })).result.groups.flatMap((group) =>
        group.terms.map(({ term }) => term),
      );
    expect((await terms({ ngrams: [1, 1] })).every((term) => !term.includes(' '))).toBe(true);
    const pairs = [
      ...rowsAbout('Astronomy', SKY, 8),
      ...Array.from({ length: 6 }, () => textRow({ question_text: 'Is the black hole near?', category: 'Astronomy' })),
    ];
    const { result } = await run(pairs, { ngrams: [2, 2] });
    expect(result.groups[0]?.terms.map(({ term }) => term)).toEqual(['black hole', 'hole near']);
    expect(await terms({ min_df: 1000 })).toEqual([]);
  });
});

describe('however the bank is cut', () => {
  it('gives the same result', async () => {
    const rows = [...filed, stray];
    const whole = await run(rows, { sample: 100 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: rows.length }), { maxLength: 5 }), async (cuts) => {
        expect(await run(rows, { sample: 100 }, cuts)).toEqual(whole);
      }),
      { numRuns: 15 },
    );
  });

  it('may find other clusters with another seed, but the same terms and misfiled questions', async () => {
    const [one, other] = [await run(demoRows, { seed: 1 }), await run(demoRows, { seed: 2 })];
    expect(other.result.misfiled).toEqual(one.result.misfiled);
    expect(other.result.groups.map(({ terms }) => terms)).toEqual(one.result.groups.map(({ terms }) => terms));
    expect(other.result.clusters).not.toEqual(one.result.clusters);
  });
});

describe('any bank', () => {
  const word = fc.constantFrom(
    'planet',
    'river',
    '__proto__',
    'constructor',
    'toString',
    '',
    '月の海',
    'Straße',
    '7',
    'the',
  );
  const label = fc.constantFrom('A', '__proto__', 'constructor', 'Ünï');
  const rows = fc.array(
    fc.record({
      category: label,
      topic_focus: fc.option(label),
      question_text: fc.array(word, { maxLength: 6 }).map((words) => words.join(' ')),
      correct_answer: word,
    }),
    { maxLength: 60 },
  );

  it('has groups, matrix and filing that add up, and no question filed twice', async () => {
    await fc.assert(
      fc.asyncProperty(rows, fc.constantFrom('category', 'topic', 'cluster'), async (given, group_by) => {
        const { result, items } = await run(given.map(textRow), { group_by, min_df: 1, max_df: 1 });
        const labelled = given.filter((row) => group_by !== 'topic' || row.topic_focus !== null).length;
        if (group_by !== 'cluster') expect(sum(result.groups.map(({ size }) => size))).toBe(labelled);
        const wordless = result.warnings.find(({ code }) => code === 'no_terms')?.count ?? 0;
        if (result.clusters !== null) {
          const { sizes } = result.clusters;
          expect(sizes).toEqual(sizes.toSorted((left, right) => right - left));
          expect(sum(result.clusters.sizes)).toBe(given.length - wordless);
          expect(sum(result.clusters.matrix.flat())).toBeLessThanOrEqual(labelled);
        }
        expect(sum(result.filing.matrix.flat())).toBe(result.filing.judged);
        expect(new Set(items.map(({ question_id }) => question_id)).size).toBe(items.length);
        for (const { declared, suggested } of items) expect(declared).not.toBe(suggested);
        const margins = items.map(({ margin }) => margin);
        expect(margins).toEqual(margins.toSorted((left, right) => right - left));
      }),
      { numRuns: 40 },
    );
  });

  it('has no misfiled question with a single category', async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (given) => {
        const { result } = await run(given.map((row) => textRow({ ...row, category: 'A' })));
        expect(result.summary.misfiled).toBe(0);
        expect(codes(result.warnings)).toContain('nothing_to_tell_apart');
      }),
      { numRuns: 20 },
    );
  });
});

describe('degenerate sets', () => {
  it.each([
    ['no question', []],
    ['one question', [textRow()]],
    [
      'empty texts',
      [textRow({ question_text: '', correct_answer: '' }), textRow({ question_text: '?', correct_answer: '!' })],
    ],
  ])('%s gives no clusters and no NaN', async (_name, rows: TextRow[]) => {
    const { result } = await run(rows);
    expect(result.clusters).toBeNull();
    expect(result.summary).toMatchObject({ questions: rows.length, clusters: 0, misfiled: 0, adjusted_rand: null });
    expect(codes(result.warnings)).toContain('no_clusters');
  });

  it('gives one cluster and no comparison for equal questions', async () => {
    const rows = Array.from({ length: 12 }, () =>
      textRow({ question_text: 'Which planet is red?', correct_answer: 'Mars' }),
    );
    const { result } = await run(rows, { max_df: 1, k: 4 });
    expect(result.clusters).toMatchObject({ k: 1, adjusted_rand: null, nmi: null, silhouette: null });
    expect(codes(result.warnings)).toEqual(['nothing_to_tell_apart', 'fewer_clusters', 'agreement_undefined']);
  });

  it('gives no misfiled questions if words reveal nothing', async () => {
    const rows = rowsAbout('A', SKY, 60).map((row, index) => ({ ...row, category: index % 2 === 0 ? 'A' : 'B' }));
    const shuffled = rows.map((row, index) => ({ ...row, category: (index * 7919) % 13 < 6 ? 'A' : 'B' }));
    const { result } = await run(shuffled);
    expect(result.summary.misfiled).toBe(0);
  });

  it('leaves out overlong words', async () => {
    const long = 'x'.repeat(50);
    const { result } = await run([...filed, textRow({ question_text: long }), textRow({ question_text: long })]);
    expect(JSON.stringify(result)).not.toContain(long);
  });
});

describe('limits', () => {
  it('caps the lists at top_n and top_terms, with warnings', async () => {
    const strays = Array.from({ length: 4 }, (_, index) => ({
      ...stray,
      id: `00000000-0000-7000-9000-00000000000${index}`,
    }));
    const { result, items } = await run([...filed, ...filed.map((row) => ({ ...row })), ...strays], {
      top_n: 2,
      top_terms: 3,
    });
    expect(result.groups.map(({ terms }) => terms.length)).toEqual([3, 3]);
    expect([result.misfiled.length, items.length]).toEqual([2, 4]);
    expect(codes(result.warnings)).toEqual(expect.arrayContaining(['misfiled_capped', 'groups_capped']));
  });

  it('keeps the result below a megabyte with the longest lists', { tags: ['heavy'] }, async () => {
    const long = (topic: number, index: number) => `${'concatenation'.repeat(2)}t${topic}w${index}`;
    const rows = Array.from({ length: 1320 }, (_, index) => {
      const topic = index % 220;
      const words = Array.from({ length: 16 }, (_, word) => long(topic, (word + index) % 20)).join(' ');
      return textRow({ question_text: words, topic_focus: `${'A long name of a topic '.repeat(4)}${topic}` });
    });
    const { result } = await run(rows, { group_by: 'topic', top_n: 200, top_terms: 30, min_df: 1, k: 50 });
    expect(result.groups).toHaveLength(200);
    expect(result.groups[0]?.terms).toHaveLength(30);
    expect(JSON.stringify(result).length).toBeLessThan(1_000_000);
  });

  it('rejects parameters that make no sense', () => {
    for (const given of [
      { k: 1 },
      { k: 51 },
      { k: 'many' },
      { group_by: 'level' },
      { ngrams: [1] },
      { ngrams: [1, 3] },
      { max_df: 0 },
      { extra: 1 },
    ]) {
      expect(isValid(given)).toBe(false);
    }
    expect(withDefaults()).toEqual({
      group_by: 'category',
      k: 'auto',
      top_terms: 10,
      ngrams: [1, 2],
      min_df: 2,
      max_df: 0.5,
      sample: 200_000,
      top_n: 50,
      seed: 1,
    });
    expect(checkParameters({ ...withDefaults(), ngrams: [2, 1] })).toEqual([
      { pointer: '/ngrams', detail: 'The first number must not be above the second.' },
    ]);
  });

  it('requires texts', () => {
    expect(topics.source(withDefaults())).toBe('texts');
    expect(() => topics.map({ source: 'cells', rows: [] }, withDefaults(), 0)).toThrow('not from cells');
  });
});

describe('the demo bank', () => {
  it('finds three of the four planted misfiled questions, and nothing else', async () => {
    const { items, findings, result } = await run(demoRows);
    const moves = new Map(planted.misfiled.map((one) => [one.external_id, one.suggested_category]));
    expect(items.map((item) => demoIds.get(item.question_id))).toEqual([
      'demo-sci-1-06',
      'demo-mat-1-04',
      'demo-ast-1-10',
    ]);
    for (const { question_id, suggested } of items) expect(moves.get(demoIds.get(question_id) ?? '')).toBe(suggested);
    expect(findings.slice(0, 3)).toEqual([
      '3 of 219 questions (1.4%) look misfiled, from Science to Literature, from Mathematics to General Knowledge and from Astronomy to Geography.',
      'The clearest is filed under Science, but "wrote", "poet" and "poet wrote" point to Literature.',
      'The words of 79% of the questions point to the declared category.',
    ]);
    expect(result.groups.find(({ label }) => label === 'Geography')?.terms[0]?.term).toBe('country');
    expect(result.plots.map(({ id }) => id)).toEqual(['filing', 'clusters', 'top-terms']);
  });
});
