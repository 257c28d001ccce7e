import { describe, expect, it } from 'vitest';
import { cpuMs } from '../../../test/cpu-ms.ts';
import { partsOf, textRow } from '../corpus/corpus.fixture.ts';
import { duplicates } from './index.ts';
import { gather, questions, run, withDefaults } from './run-duplicates.fixture.ts';

const relations = (items: readonly { relation: string }[]) => items.map(({ relation }) => relation);

describe('few questions', () => {
  it('one has nothing to be compared with', async () => {
    const { result, findings, items } = await run(questions(['Who?', 'Me']));
    expect(result.summary).toMatchObject({ questions: 1, compared_with: 0, redundant: 0, redundancy: 0 });
    expect(findings).toEqual(['There is 1 question and nothing to compare it with.']);
    expect(items).toEqual([]);
  });

  it('one is compared with the bank', async () => {
    const [asked, other, twin] = questions(
      ['Which planet is closest to the Sun?', 'Mercury'],
      ['Who wrote Faust?', 'Goethe'],
      ['Which planet is closest to the Sun?', 'Mercury'],
    );
    if (asked === undefined || other === undefined || twin === undefined) throw new Error('three were made');
    const alone = await run([asked], { bank: [other, asked] });
    expect(alone.findings).toEqual(['The 1 question is not asked twice, compared with 1 other of the bank.']);
    const { result, items } = await run([asked], { bank: [other, asked, twin, { ...twin, id: textRow().id }] });
    expect(relations(items)).toEqual(['exact', 'exact']);
    // Two rows, but one question of the set that could go.
    expect(result.summary).toMatchObject({ questions: 1, compared_with: 3, redundant: 1, redundancy: 1 });
  });

  it('a dismissal holds for a question that is in the set and in the bank', async () => {
    const [asked, twin] = questions(['Who wrote Faust?', 'Goethe'], ['Who wrote Faust?', 'Goethe']);
    if (asked === undefined || twin === undefined) throw new Error('two were made');
    const dismissed = [[twin.id, asked.id]] as const;
    const { items, result } = await run([asked], { bank: [asked, twin], dismissed });
    expect(items).toEqual([]);
    expect(result.summary.dismissed_pairs).toBe(1);
    expect(result.warnings).toMatchObject([{ code: 'dismissed', count: 1 }]);
  });

  it('two in a group that are marked are parted, though both are the same as the third', async () => {
    const [a, b, c] = questions(
      ['Who wrote Faust?', 'Goethe'],
      ['Who wrote Faust', 'Goethe'],
      ['who wrote faust', 'Goethe'],
    );
    if (a === undefined || b === undefined || c === undefined) throw new Error('three were made');
    const { items } = await run([a, b, c], { dismissed: [[b.id, c.id]] });
    expect(items.map((item) => [item.a.question_id, item.b.question_id])).toEqual([[a.id, b.id]]);
  });
});

describe('odd texts', () => {
  it('without words are the same when their answers are, with a warning', async () => {
    const { result, items } = await run(
      questions(['???', 'Yes'], ['!', 'Yes'], ['…', 'No'], ['Who wrote Faust?', '?']),
    );
    expect(relations(items)).toEqual(['exact']);
    expect(result.warnings).toMatchObject([{ code: 'no_words', count: 3 }]);
  });

  it('with names that objects have are words like any other', async () => {
    const { items } = await run(
      questions(
        ['What does __proto__ of a constructor hold in that old language?', 'constructor'],
        ['What does the __proto__ of a constructor hold in that old language?', 'constructor'],
        ['Where is toString found on a valueOf object then?', '__proto__'],
        ['Where is toString found on a valueOf object then?', 'hasOwnProperty'],
      ),
    );
    expect(relations(items)).toEqual(['conflict', 'near']);
  });

  it('of formulae differ by their signs', async () => {
    const sum = 'What do you get when you calculate 12 + 30 by hand?';
    const difference = 'What do you get when you calculate 12 - 30 by hand?';
    const { items } = await run(questions([sum, '42'], [difference, '-18'], [sum, '43']));
    expect(items.map(({ relation, a, b }) => [relation, a.correct_answer, b.correct_answer])).toEqual([
      ['conflict', '42', '43'],
    ]);
  });

  it.each([
    [
      'German',
      'In welchem Jahr endete der Dreißigjährige Krieg?',
      'In welchem Jahr endete der Dreissigjährige Krieg?',
      '1648',
    ],
    ['Russian', 'Какая река самая длинная в Европе?', 'Какая река в Европе самая длинная?', 'Волга'],
    ['Japanese', '日本で一番高い山は何ですか？', '日本で一番高い山は？', '富士山'],
    ['Arabic', 'ما هي عاصمة المغرب؟', 'ما عاصمة المغرب؟', 'الرباط'],
    ['Thai', 'เมืองหลวงของประเทศไทยคืออะไร', 'เมืองหลวงของประเทศไทยคือเมืองอะไร', 'กรุงเทพ'],
  ])('in %s are compared as well', async (_, one, other, answer) => {
    const { items } = await run(questions([one, answer], ['Who wrote Faust?', 'Goethe'], [other, answer]));
    expect(relations(items)).toEqual(['near']);
  });

  it('of two thousand words each take no time', async () => {
    const word = (number: number) => `${LETTERS[number % 26]}${LETTERS[Math.floor(number / 26) % 26]}`;
    const words = Array.from({ length: 2000 }, (_, at) => `${word(at)}${word(at * 7 + 3)}qu`);
    const texts = Array.from({ length: 40 }, (_, text) =>
      words.map((other, at) => (at === 50 * text ? `${word(text)}xyz` : other)).join(' '),
    );
    const start = cpuMs();
    const { result, items } = await run(questions(...texts.map((text) => [text, 'Goethe'] as const)));
    expect(cpuMs() - start).toBeLessThan(4000);
    expect(items).toHaveLength(39);
    expect(JSON.stringify(result).length).toBeLessThan(100_000);
  });
});

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

describe('many questions', () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `Name${index.toString(36)}x`);

  it('with one answer are quick to compare', async () => {
    const set = questions(
      ...names(5000).map(
        (name, index) => [`The city of ${name} lies on the river ${name}${index % 7}.`, 'True'] as const,
      ),
      ['The city of Oslo lies on the river Akerselva.', 'True'],
      ['The town of Oslo lies on the Akerselva river.', 'True'],
    );
    const start = cpuMs();
    const { items } = await gather(set);
    expect(cpuMs() - start).toBeLessThan(2000);
    expect(items).toHaveLength(1);
  });

  it('that are all the same make one group', async () => {
    const set = questions(...names(2000).map(() => ['Who wrote Faust?', 'Goethe'] as const));
    const { result, findings, items } = await run(set, { parameters: { max_pairs: 10 } });
    expect(result.summary).toMatchObject({ exact_groups: 1, redundant: 1999 });
    expect(items).toHaveLength(10);
    expect(result.warnings).toMatchObject([{ code: 'pairs_capped', count: 1989 }]);
    expect(findings[1]).toBe('The question that is asked most often is there 2,000 times.');
    expect(JSON.stringify(result).length).toBeLessThan(20_000);
  });

  it('give no more than the result may hold', async () => {
    const set = questions(
      ...names(600).flatMap((name) =>
        Array.from({ length: 3 }, () => [`Who wrote ${name} of the ${name}s?`, name] as const),
      ),
    );
    const { result, items } = await run(set, { parameters: { top_n: 500 } });
    expect([result.groups.length, result.pairs.length, items.length]).toEqual([500, 500, 1206]); // six names differ in a doubled letter alone
    expect(JSON.stringify(result).length).toBeLessThan(1_000_000);
  });
});

describe('a shard of the release before, in an upgrade', () => {
  it('is read without what that release did not tell', async () => {
    const rows = questions(
      ['Which planet is closest to the Sun?', 'Mercury'],
      ['What planet is nearest to the Sun?', 'Mercury'],
      ['Who wrote Faust?', 'Goethe'],
      ['Who wrote Faust?', 'Goethe'],
    );
    const parameters = withDefaults();
    const parts = [rows.slice(0, 2), rows.slice(2)].map((some) => ({
      population: 0,
      partial: duplicates.map({ source: 'texts', rows: some }, parameters, 0),
    }));
    const [first, ...others] = parts;
    if (first === undefined) throw new Error('there are two parts');
    const { orders: _, asks: __, ...before } = first.partial;
    const mixed = partsOf({ population: 0, partial: before }, ...others);
    const whole = await duplicates.gather(partsOf(...parts), parameters, { dismissed: [], dismissedRows: [] });
    expect((await duplicates.gather(mixed, parameters, { dismissed: [], dismissedRows: [] })).items).toEqual(
      whole.items,
    );
    expect(whole.items).toHaveLength(2);
  });
});
