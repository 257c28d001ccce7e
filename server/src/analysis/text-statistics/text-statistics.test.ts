import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeFinished } from '../../sentences/settle.ts';
import type { TextRow } from '../analysis-type.ts';
import type { GroupResult } from './groups.ts';
import { type TextStatisticsParameters, type TextStatisticsPartial, textStatistics } from './index.ts';
import type { Outlier } from './outliers.ts';
import { defaults, demoRows, row } from './rows.fixture.ts';

interface Result {
  summary: Record<string, number | null>;
  groups: GroupResult[];
  outliers: Outlier[];
}

const ajv = new Ajv2020({ useDefaults: true, allErrors: true });
const isResult = ajv.compile(textStatistics.result);

const map = (rows: readonly TextRow[], parameters: TextStatisticsParameters) =>
  textStatistics.map({ source: 'texts', rows }, parameters);
const stored = (partial: TextStatisticsPartial) => JSON.parse(JSON.stringify(partial)) as TextStatisticsPartial;

/** JSON turns NaN and Infinity into null, which a schema cannot distinguish from an intended null. */
function strangeNumbers(value: object): string[] {
  const strange: string[] = [];
  JSON.stringify(value, (key, part: unknown) => {
    if (typeof part === 'number' && !Number.isFinite(part)) strange.push(key);
    return part;
  });
  return strange;
}

function run(rows: readonly TextRow[], given: Partial<TextStatisticsParameters> = {}) {
  const parameters = { ...defaults, ...given };
  const finished = writeFinished(textStatistics.finish(map(rows, parameters), parameters));
  isResult(JSON.parse(JSON.stringify(finished.result)));
  expect(isResult.errors).toBeNull();
  expect(finished.findings.length).toBeGreaterThanOrEqual(1);
  expect(finished.findings.length).toBeLessThanOrEqual(6);
  expect(strangeNumbers(finished)).toEqual([]);
  const findings = finished.findings.map(({ text }) => text);
  expect(findings.join(' ')).not.toMatch(/NaN|Infinity|undefined|null/);
  const codes = finished.result.warnings.map(({ code, count }) => [code, count]);
  return { ...finished, findings, body: finished.result as unknown as Result, codes };
}

describe('parameters', () => {
  const isValid = ajv.compile(textStatistics.parameters);

  it('all have defaults', () => {
    const given = {};
    expect(isValid(given)).toBe(true);
    expect(given).toEqual(defaults);
  });

  it.each([
    { fields: [] },
    { fields: ['question_text', 'question_text'] },
    { fields: ['tags'] },
    { group_by: 'author' },
    { percentiles: [101] },
    { percentiles: Array.from({ length: 21 }, (_, p) => p) },
    { language: 'de' },
    { outlier_z: 0 },
    { top_n: 0 },
    { top_n: 1001 },
    { top: 5 },
  ])('reject %j', (given) => {
    expect(isValid(given)).toBe(false);
  });
});

describe('the demo bank', () => {
  it('is described in sentences with numbers', () => {
    expect(run(demoRows).findings).toEqual([
      'One answer is unusually long: 68 characters, 9.7 times the usual 7. Long answers are hard to type and to check.',
      'One question is unusually long: 299 characters, 5.6 times the usual 53.',
      'Half of the 239 questions have at most 10 words; the longest has 53.',
      '“Which” is the question word of 48.3% (113 of 234); 7 have no question word.',
      'Taken together, the questions read like a text for US school grade 5.4 (Flesch-Kincaid; Flesch reading ease 74.2 of 100).',
      'Without numbers, the questions use 923 different words out of 2,385; 73.8% of them occur only once.',
    ]);
  });

  it('has one question that is far too long', () => {
    const long = run(demoRows, { fields: ['question_text'] }).body.outliers;
    expect(
      long.map(({ question_id, direction, characters, usual }) => [question_id, direction, characters, usual]),
    ).toEqual([['demo-lit-1-06', 'long', 299, 53]]);
  });

  it('warns of questions in other languages', () => {
    expect(run(demoRows).codes).toEqual([['not_english', 5]]);
    expect(run(demoRows, { language: 'en' }).codes).toEqual([]);
  });

  it.each([
    ['category', 6],
    ['difficulty', 3],
    ['topic', 34],
  ] as const)('is described by %s', (group_by, groups) => {
    const { body, result, codes } = run(demoRows, { group_by });
    expect(body.summary['groups']).toBe(groups);
    expect(body.groups.reduce((sum, group) => sum + group.n, 0)).toBe(239);
    expect(body.groups.map((group) => group.n)).toEqual(body.groups.map((group) => group.n).toSorted((a, b) => b - a));
    expect(result.plots.map((plot) => plot.id)).toContain('group-length');
    expect(codes.map(([code]) => code)).not.toContain('groups_capped');
  });

  it('lists at most top_n groups, words and outliers, and says so', () => {
    const { body, items, codes } = run(demoRows, { group_by: 'topic', top_n: 2, outlier_z: 0.1 });
    expect(body.groups).toHaveLength(2);
    expect(body.groups[0]?.fields[0]?.vocabulary.top_words).toHaveLength(2);
    expect(body.outliers).toHaveLength(2);
    expect(codes).toContainEqual(['groups_capped', 32]);
    expect(codes).toContainEqual(['outliers_capped', items.length - 2]);
    expect(items).toHaveLength(body.summary['outliers'] ?? 0);
  });

  it('presents an outlier with the text that was analysed', () => {
    const { items } = run(demoRows, { fields: ['question_text'] });
    const [first] = items;
    if (first === undefined || textStatistics.item === null) throw new Error('expected outliers');
    const question = demoRows.find(({ id }) => id === first.question_id) ?? null;
    const presented = textStatistics.presentItem?.(first, question, defaults);
    expect(ajv.validate(textStatistics.item, presented)).toBe(true);
    expect(presented).toMatchObject({ question_id: 'demo-lit-1-06', version: 1, text: question?.question_text });
    expect(textStatistics.presentItem?.(first, null, defaults)).toMatchObject({ text: null });
  });
});

describe('tiny sets', () => {
  it('describes a single question, without values that need two', () => {
    const { findings, body, codes } = run([row({ question_text: 'What is it?', correct_answer: 'A cat' })]);
    expect(findings[0]).toBe('The only question has 3 words.');
    expect(body.groups[0]?.fields[0]).toMatchObject({
      words: { n: 1, mean: 3, sd: null },
      readability: null,
      vocabulary: { tokens: 3, types: 3, hapax: 3, mattr_50: null },
    });
    expect(codes).toEqual([
      ['readability_short', 2],
      ['mattr_short', 2],
      ['sd_undefined', 1],
      ['z_undefined', 2],
    ]);
  });

  it('describes texts without a single word', () => {
    const { findings, body, codes, result } = run([
      row({ question_text: '???', correct_answer: '!' }),
      row({ question_text: '?', correct_answer: '…' }),
    ]);
    expect(findings[0]).toBe('All 2 questions have 0 words.');
    expect(body.groups[0]?.fields[0]).toMatchObject({
      words: { mean: 0, sd: 0 },
      syllables_per_word: { n: 0, mean: null },
      vocabulary: { tokens: 0, top_words: [] },
    });
    expect(codes).toContainEqual(['no_words', 4]);
    expect(result.plots.map((plot) => plot.id)).toEqual(['question-length', 'answer-length', 'question-words']);
  });

  it('describes only answers', () => {
    const { findings, body, result } = run(demoRows.slice(0, 9), {
      fields: ['correct_answer'],
      group_by: 'difficulty',
    });
    expect(findings.at(-1)).toMatch(/^Half of the 9 answers have at most \d+ characters; the longest has \d+\.$/);
    expect(body.summary['mean_words_per_question']).toBeNull();
    expect(result.plots.map((plot) => plot.id)).toEqual(['answer-length', 'top-words', 'group-length']);
  });

  it('stays below a megabyte with a thousand groups of long lists', () => {
    const rows = Array.from({ length: 3000 }, (_, number) =>
      row({ id: `q${number}`, topic_focus: `t${number % 1000}`, question_text: `What is word${number} of ${number}?` }),
    );
    const percentiles = Array.from({ length: 20 }, (_, p) => 5 * p);
    const { result, codes } = run(rows, { group_by: 'topic', top_n: 1000, percentiles });
    expect(JSON.stringify(result).length).toBeLessThan(1_000_000);
    expect(codes.map(([code]) => code)).toEqual(expect.arrayContaining(['groups_capped', 'words_capped']));
  });
});

describe('shards', () => {
  const SAMPLE = fc.record({
    id: fc.uuid(),
    category: fc.constantFrom('Science', 'Literature', '__proto__'),
    difficulty: fc.nat({ max: 2 }),
    topic_focus: fc.constantFrom('Rivers', null),
    language: fc.constantFrom('en', 'en-GB', 'de'),
    question_text: fc.oneof(fc.lorem({ maxCount: 30, size: 'max' }), fc.constantFrom('???', 'Who wrote “Emma”?')),
    correct_answer: fc.oneof(fc.lorem({ maxCount: 3 }), fc.constant('…')),
  });

  it('give the same bytes wherever the bank is cut', () => {
    fc.assert(
      fc.property(
        fc.array(SAMPLE, { minLength: 1, maxLength: 40, size: 'max' }),
        fc.array(fc.nat({ max: 40 }), { maxLength: 6 }),
        fc.constantFrom(null, 'category', 'difficulty', 'topic'),
        (given, cuts, group_by) => {
          const parameters: TextStatisticsParameters = { ...defaults, group_by, outlier_z: 1 };
          const rows = given.map(row);
          const edges = [0, ...cuts.toSorted((left, right) => left - right), rows.length];
          const parts = edges
            .slice(1)
            .map((edge, position) => stored(map(rows.slice(edges[position], edge), parameters)));
          const merged = parts.reduce((left, right) => textStatistics.merge(left, right, parameters));
          const whole = map(rows, parameters);
          expect(merged).toEqual(whole);
          expect(JSON.stringify(textStatistics.finish(merged, parameters))).toBe(
            JSON.stringify(textStatistics.finish(whole, parameters)),
          );
          for (const group of Object.values(merged.groups)) {
            for (const { chars, words, sentences } of group.fields) {
              for (const histogram of [chars, words, sentences]) {
                expect(Object.values(histogram).reduce((sum, count) => sum + count, 0)).toBe(group.questions);
              }
            }
          }
        },
      ),
    );
  });

  it('merge in any grouping', () => {
    const part = (from: number) => map(demoRows.slice(from, from + 80), defaults);
    const merge = (left: TextStatisticsPartial, right: TextStatisticsPartial) =>
      textStatistics.merge(left, right, defaults);
    expect(merge(part(0), merge(part(80), part(160)))).toEqual(merge(merge(part(0), part(80)), part(160)));
  });

  it('are not modified by finish', () => {
    const whole = map(demoRows, { ...defaults, group_by: 'category' });
    const before = stored(whole);
    textStatistics.finish(whole, { ...defaults, group_by: 'category' });
    expect(whole).toEqual(before);
  });

  it('require texts', () => {
    expect(() => textStatistics.map({ source: 'cells', rows: [] }, defaults)).toThrow('not from cells');
  });
});
