import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import planted from '../../../demo/planted.json' with { type: 'json' };
import { compileLinter, FLAW_RULES, FLAWS_VERSION } from '../../domain/flaws/lint.ts';
import { type WrittenResult, writeFinished } from '../../sentences/settle.ts';
import type { Item, ShardInput, TextRow } from '../analysis-type.ts';
import { DEFAULTS, DEMO, DEMO_IDS, groupRows, textRow, USUAL } from './bank.fixture.ts';
import { itemFlaws } from './index.ts';
import type { FlawParameters } from './parameters.ts';
import type { FlawResult } from './result.ts';

const texts = (rows: readonly TextRow[]): ShardInput => ({ source: 'texts', rows });
const flaws = (rows: readonly TextRow[]): ShardInput => ({ source: 'flaws', rows: groupRows(rows) });

/** Passed through JSON, like a partial result between processes. */
function run(shards: readonly ShardInput[], parameters: FlawParameters = USUAL) {
  const partials = shards.map((shard) => itemFlaws.map(shard, parameters));
  const whole = partials
    .map((partial) => JSON.parse(JSON.stringify(partial)) as typeof partial)
    .reduce((left, right) => itemFlaws.merge(left, right, parameters));
  const { result, findings } = writeFinished(itemFlaws.finish(whole, parameters));
  return { result: result as WrittenResult<FlawResult>, findings: findings.map(({ text }) => text) };
}

const resultOf = (rows: readonly TextRow[], parameters?: FlawParameters) => run([texts(rows)], parameters).result;
const countOf = (result: Pick<WrittenResult<FlawResult>, 'rules'>, id: string) =>
  result.rules.find((rule) => rule.id === id)?.count;

const ajv = new Ajv2020({ strict: false, useDefaults: true, allErrors: true });

const flawedRow = fc.record({
  question_text: fc.constantFrom(
    ...[
      'Which animal is not a mammal?',
      'Which of these is it?',
      'The ____ is a ____.',
      'Which planet is hot?',
      'It is red.',
    ],
    ...['Who is it ?', 'IN WHICH CITY IS THE TOWER?', 'What is always cold &amp; wet?'],
  ),
  correct_answer: fc.constantFrom(
    'True',
    'Mars',
    '12',
    '1969',
    'red and blue',
    'a dog',
    'All of these',
    'x=2',
    'one '.repeat(9),
  ),
  category: fc.constantFrom('Science', 'Geography', 'constructor', '__proto__'),
  language: fc.constantFrom('en', 'de'),
});
const bank = fc
  .array(flawedRow, { minLength: 1, maxLength: 30 })
  .map((rows) => rows.map((given, index) => textRow(index, given)));

/** Cuts rows into one shard more than there are cuts. */
function cutAt(rows: readonly TextRow[], cuts: readonly number[]): (readonly TextRow[])[] {
  const ends = [...new Set(cuts.map((cut) => cut % rows.length)), rows.length].toSorted((left, right) => left - right);
  return ends.map((end, index) => rows.slice(ends[index - 1] ?? 0, end)).filter((shard) => shard.length > 0);
}

describe('source', () => {
  it('is the stored masks with the default settings, however they are written', () => {
    expect(itemFlaws.source(USUAL)).toBe('flaws');
    expect(itemFlaws.source({ ...USUAL, rules: ['shouting'], severity_min: 'error' })).toBe('flaws');
    const filled: Record<string, unknown> = {};
    ajv.validate(itemFlaws.parameters, filled);
    expect(itemFlaws.source(filled as unknown as FlawParameters)).toBe('flaws');
    expect(filled).toMatchObject({
      ...DEFAULTS,
      lists: { absolute_terms: ['always', 'never', 'all', 'none', 'every', 'only'] },
    });
  });

  it.each([{ max_question_words: 39 }, { max_answer_words: 9 }, { lists: { vague_terms: [] } }])(
    'is the texts with %j',
    (given) => {
      expect(itemFlaws.source({ ...USUAL, ...given })).toBe('texts');
    },
  );

  it('rejects cells', () => {
    expect(() => itemFlaws.map({ source: 'cells', rows: [] }, USUAL)).toThrow('cells');
  });

  it('makes no difference to the result, the findings or the items', () => {
    fc.assert(
      fc.property(bank, (rows) => {
        expect(run([flaws(rows)])).toEqual(run([texts(rows)]));
        expect(itemFlaws.mapItems?.(flaws(rows), USUAL)).toEqual(itemFlaws.mapItems?.(texts(rows), USUAL));
      }),
    );
  });
});

describe('a merge of shards', () => {
  const cuts = fc.array(fc.nat(), { maxLength: 5 });

  it('equals one pass, wherever the cuts are', () => {
    fc.assert(
      fc.property(bank, cuts, (rows, at) => {
        expect(run(cutAt(rows, at).map(texts))).toEqual(run([texts(rows)]));
        expect(run(cutAt(rows, at).map(flaws))).toEqual(run([flaws(rows)]));
      }),
    );
  });

  it('is associative', () => {
    fc.assert(
      fc.property(bank, bank, bank, (first, second, third) => {
        const [a, b, c] = [first, second, third].map((rows) => itemFlaws.map(texts(rows), USUAL));
        if (a === undefined || b === undefined || c === undefined) throw new Error('expected three results');
        const merge = (left: typeof a, right: typeof a) => itemFlaws.merge(left, right, USUAL);
        expect(merge(merge(a, b), c)).toEqual(merge(a, merge(b, c)));
      }),
    );
  });
});

describe('the result', () => {
  it('has counts by category and by number of flaws that sum to the totals', () => {
    fc.assert(
      fc.property(bank, (rows) => {
        const { summary, rules, key_audit } = resultOf(rows);
        const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
        expect(sum(summary.by_category.map((one) => one.questions))).toBe(rows.length);
        expect(sum(summary.by_number_of_flaws.map((one) => one.questions))).toBe(rows.length);
        expect(sum(summary.by_number_of_flaws.map((one) => one.questions * one.flaws))).toBe(summary.flaws);
        expect(sum(rules.map((rule) => rule.count))).toBe(summary.flaws);
        expect(sum(key_audit.answer_types.map((type) => type.count))).toBe(rows.length);
        expect(sum(summary.by_category.map((one) => one.flaws_per_question * one.questions))).toBeCloseTo(
          summary.flaws,
          9,
        );
        expect(sum(key_audit.by_category.map((one) => one.boolean))).toBe(
          key_audit.answer_types.find((type) => type.type === 'boolean')?.count,
        );
      }),
    );
  });

  it('matches its schema, and so do its items', () => {
    const validResult = ajv.compile(itemFlaws.result);
    const validItem = ajv.compile(itemFlaws.item ?? false);
    for (const rows of [DEMO, DEMO.slice(0, 1), [textRow(0, { correct_answer: 'True' })]]) {
      expect(validResult(resultOf(rows)), JSON.stringify(validResult.errors)).toBe(true);
      for (const { items } of itemFlaws.mapItems?.(texts(rows), USUAL) ?? []) {
        const [item] = items;
        const row = rows.find((one) => one.id === item?.question_id) ?? null;
        if (item === undefined) throw new Error('expected an item in the rank');
        for (const question of [row, null]) {
          expect(validItem(itemFlaws.presentItem?.(item, question, USUAL)), JSON.stringify(validItem.errors)).toBe(
            true,
          );
        }
      }
    }
    expect(validResult({ ...resultOf(DEMO), more: 1 })).toBe(false);
  });

  it('has the counts of a human reader for the demo bank', () => {
    const { summary, rules, key_audit } = resultOf(DEMO);
    expect(summary.questions).toBe(239);
    expect(countOf({ rules }, 'encoding_damage')).toBe(2);
    expect(rules.find((rule) => rule.id === 'option_dependent')).toEqual({
      id: 'option_dependent',
      title: 'Needs options that are missing',
      severity: 'error',
      count: 2,
      pct: (100 * 2) / 239,
      examples: ['demo-geo-1-13', 'demo-gen-1-07'].map((id) => ({ question_id: DEMO[DEMO_IDS.indexOf(id)]?.id })),
    });
    expect(key_audit.multi_answer_keys).toBe(1);
  });

  it('has a count and an example for every planted flaw of the demo bank', () => {
    const { rules } = resultOf(DEMO, { ...USUAL, top_n: 50 });
    for (const { external_id, rule } of [...planted.flaws, ...planted.hints]) {
      const examples = rules.find((one) => one.id === rule)?.examples.map((example) => example.question_id);
      expect(examples).toContain(DEMO[DEMO_IDS.indexOf(external_id)]?.id);
    }
  });

  it('keeps the first examples in the order of the bank', () => {
    const rows = Array.from({ length: 9 }, (_, index) =>
      textRow(index, { correct_answer: index % 2 === 0 ? 'True' : '9' }),
    );
    const { rules } = run(cutAt(rows, [2, 5]).map(flaws), { ...USUAL, top_n: 3 }).result;
    expect(rules.find((rule) => rule.id === 'true_false')?.examples).toEqual(
      [0, 2, 4].map((index) => ({ question_id: rows[index]?.id })),
    );
  });

  it('leaves out rules that are not chosen, are excluded or are below the severity', () => {
    const row = textRow(0, { question_text: 'Which of these is not always hot?', correct_answer: 'True' });
    const ids = (given: Partial<FlawParameters>) =>
      resultOf([row], { ...USUAL, ...given })
        .rules.filter((rule) => rule.count > 0)
        .map((rule) => rule.id);
    expect(ids({})).toEqual(['true_false', 'option_dependent', 'negative_wording', 'absolute_terms']);
    expect(ids({ severity_min: 'warning' })).toEqual(['option_dependent', 'negative_wording']);
    expect(ids({ severity_min: 'error' })).toEqual(['option_dependent']);
    expect(ids({ exclude_rules: ['option_dependent', 'true_false'] })).toEqual(['negative_wording', 'absolute_terms']);
    expect(ids({ rules: ['absolute_terms'] })).toEqual(['absolute_terms']);
    expect(resultOf([row], { ...USUAL, rules: ['shouting'] }).summary).toMatchObject({ clean: 1, flaws: 0 });
  });

  it('audits the answers whichever rules are chosen', () => {
    const { key_audit } = resultOf(DEMO, { ...USUAL, rules: ['shouting'] });
    expect(key_audit).toEqual(resultOf(DEMO).key_audit);
  });

  it('warns when the parameters leave no rule', () => {
    const { result, findings } = run([texts(DEMO)], { ...USUAL, rules: ['shouting'], exclude_rules: ['shouting'] });
    expect(result.warnings).toEqual([{ code: 'no_rules', message: 'The parameters exclude every rule.', count: 0 }]);
    expect(findings).toEqual(['The parameters exclude every rule.']);
  });

  it('uses the lists and limits of the caller', () => {
    const rows = [textRow(0, { question_text: 'Which planet is rather hot?' })];
    const own = { ...USUAL, lists: { vague_terms: ['rather'] }, max_question_words: 4 };
    const { rules, method } = resultOf(rows, own);
    expect(rules.filter((rule) => rule.count > 0).map((rule) => rule.id)).toEqual([
      'gratuitous_information',
      'vague_terms',
    ]);
    expect(method).toContain('your own word lists; a question may have 4 words');
    expect(resultOf(rows).method).toContain('the default word lists; a question may have 40 words');
  });

  it('is recomputed when a question may be judged differently', () => {
    expect([FLAWS_VERSION, itemFlaws.version]).toEqual([2, 6]);
  });
});

describe('items', () => {
  const maskOf = (...ids: string[]) =>
    String(FLAW_RULES.filter((rule) => ids.includes(rule.id)).reduce((mask, rule) => mask | (1 << rule.bit), 0));
  const rows = [
    textRow(0, { correct_answer: 'True', version: 3 }),
    textRow(1, { question_text: 'Which of these is not hot?' }),
    textRow(2, {}),
    textRow(3, { question_text: 'Which animal is not, always, a bird?' }),
  ];

  it('are filed under their most severe flaw, errors first', () => {
    expect(itemFlaws.mapItems?.(flaws(rows), USUAL)).toEqual([
      {
        rank: 0,
        items: [{ question_id: rows[1]?.id, version: 1, body: maskOf('option_dependent', 'negative_wording') }],
      },
      {
        rank: 1,
        items: [{ question_id: rows[3]?.id, version: 1, body: maskOf('negative_wording', 'absolute_terms') }],
      },
      { rank: 2, items: [{ question_id: rows[0]?.id, version: 3, body: maskOf('true_false') }] },
    ]);
  });

  it('only consider the chosen rules', () => {
    expect(itemFlaws.mapItems?.(texts(rows), { ...USUAL, rules: ['absolute_terms'] })).toEqual([
      { rank: 2, items: [{ question_id: rows[3]?.id, version: 1, body: maskOf('absolute_terms') }] },
    ]);
  });

  it('show where the flaws are, limited to their mask', () => {
    const question = rows[3] ?? null;
    const item: Item = { question_id: question?.id ?? null, version: 1, body: maskOf('negative_wording') };
    const flag = compileLinter()
      .explain(textRow(3, rows[3] ?? {}))
      .find((one) => one.rule === 'negative_wording');
    expect(flag?.spans).toEqual([{ field: 'question_text', start: 16, end: 19 }]);
    expect(itemFlaws.presentItem?.(item, question, USUAL)).toEqual({
      question_id: item.question_id,
      version: 1,
      severity: 'warning',
      question_text: 'Which animal is not, always, a bird?',
      correct_answer: question?.correct_answer,
      accepted_answers: [],
      incorrect_answers: [],
      category: 'Science',
      difficulty: question?.difficulty,
      flags: [flag],
    });
  });

  it('show no positions if the question was deleted', () => {
    const item: Item = { question_id: 'gone', version: 2, body: maskOf('option_dependent', 'true_false') };
    expect(itemFlaws.presentItem?.(item, null, USUAL)).toMatchObject({
      question_id: 'gone',
      severity: 'error',
      flags: [
        { rule: 'true_false', spans: [] },
        { rule: 'option_dependent', spans: [] },
      ],
    });
  });
});
