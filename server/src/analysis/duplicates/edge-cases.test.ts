import { describe, expect, it } from 'vitest';
import { cpuMs } from '../../../test/cpu-ms.ts';
import { NOTHING_KNOWN, partsOf, textRow } from '../corpus/corpus.fixture.ts';
import { duplicates } from './index.ts';
import { gather, questions, run, withDefaults } from './run-duplicates.fixture.ts';

const relations = (items: readonly { relation: string }[]) => items.map(({ relation }) => relation);

describe('few questions', () => {
  it('compares nothing if there is only one', async () => {
    const { result, findings, items } = await run(questions(['Who?', 'Me']));
    expect(result.summary).toMatchObject({ questions: 1, compared_with: 0, redundant: 0, redundancy: 0 });
    expect(findings).toEqual(['There is only 1 question, so there is nothing to compare it with.']);
    expect(items).toEqual([]);
  });

  it('compares one with the bank', async () => {
    const [asked, other, twin] = questions(
      ['Which planet is closest to the Sun?', 'Mercury'],
      ['Who wrote Faust?', 'Goethe'],
      ['Which planet is closest to the Sun?', 'Mercury'],
    );
    if (asked === undefined || other === undefined || twin === undefined) throw new Error('expected three questions');
    const alone = await run([asked], { bank: [other, asked] });
    expect(alone.findings).toEqual(['No duplicate of the question was found among 1 other question of the bank.']);
    const { result, items } = await run([asked], { bank: [other, asked, twin, { ...twin, id: textRow().id }] });
    expect(relations(items)).toEqual(['exact', 'exact']);
    // Two rows, but only one question of the set is redundant.
    expect(result.summary).toMatchObject({ questions: 1, compared_with: 3, redundant: 1, redundancy: 1 });
  });

  it('applies a dismissal to a question that is in the set and in the bank', async () => {
    const [asked, twin] = questions(['Who wrote Faust?', 'Goethe'], ['Who wrote Faust?', 'Goethe']);
    if (asked === undefined || twin === undefined) throw new Error('expected two questions');
    const dismissed = [[twin.id, asked.id]] as const;
    const { items, result } = await run([asked], { bank: [asked, twin], dismissed });
    expect(items).toEqual([]);
    expect(result.summary.dismissed_pairs).toBe(1);
    expect(result.warnings).toMatchObject([{ code: 'dismissed', count: 1 }]);
  });

  it('separates two marked questions, though both equal the third', async () => {
    const [a, b, c] = questions(
      ['Who wrote Faust?', 'Goethe'],
      ['Who wrote Faust', 'Goethe'],
      ['who wrote faust', 'Goethe'],
    );
    if (a === undefined || b === undefined || c === undefined) throw new Error('expected three questions');
    const { items } = await run([a, b, c], { dismissed: [[b.id, c.id]] });
    expect(items.map((item) => [item.a.question_id, item.b.question_id])).toEqual([[a.id, b.id]]);
  });
});

describe('odd texts', () => {
  it('without words count as the same if their answers match, with a warning', async () => {
    const { result, items } = await run(
      questions(['???', 'Yes'], ['!', 'Yes'], ['…', 'No'], ['Who wrote Faust?', '?']),
    );
    expect(relations(items)).toEqual(['exact']);
    expect(result.warnings).toMatchObject([{ code: 'no_words', count: 3 }]);
  });

  it('may contain names of object properties', async () => {
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

  it('made of formulae differ by their symbols', async () => {
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
  ])('in %s are compared, too', async (_, one, other, answer) => {
    const { items } = await run(questions([one, answer], ['Who wrote Faust?', 'Goethe'], [other, answer]));
    expect(relations(items)).toEqual(['near']);
  });

  it('of two thousand words each are compared quickly', async () => {
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

  it('with one answer are compared quickly', async () => {
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

  it('form one group if they are all the same', async () => {
    const set = questions(...names(2000).map(() => ['Who wrote Faust?', 'Goethe'] as const));
    const { result, findings, items } = await run(set, { parameters: { max_pairs: 10 } });
    expect(result.summary).toMatchObject({ exact_groups: 1, redundant: 1999 });
    expect(items).toHaveLength(10);
    expect(result.warnings).toMatchObject([{ code: 'pairs_capped', count: 1989 }]);
    expect(findings[1]).toBe('One question appears 2,000 times.');
    expect(JSON.stringify(result).length).toBeLessThan(20_000);
  });

  it('are listed up to the limit of the result', async () => {
    const set = questions(
      ...names(600).flatMap((name) =>
        Array.from({ length: 3 }, () => [`Who wrote ${name} of the ${name}s?`, name] as const),
      ),
    );
    const { result, items } = await run(set, { parameters: { top_n: 500 } });
    expect([result.groups.length, result.pairs.length, items.length]).toEqual([500, 500, 1206]); // the six extra rows are names that differ only in a doubled letter
    expect(JSON.stringify(result).length).toBeLessThan(1_000_000);
  });
});

describe('a shard of the previous release, during an upgrade', () => {
  it('is read without the fields that release did not store', async () => {
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
    if (first === undefined) throw new Error('expected two parts');
    const { orders: _, asks: __, particulars: ___, accepted: ____, ...before } = first.partial;
    const mixed = partsOf({ population: 0, partial: before }, ...others);
    const whole = await duplicates.gather(partsOf(...parts), parameters, NOTHING_KNOWN);
    expect((await duplicates.gather(mixed, parameters, NOTHING_KNOWN)).items).toEqual(whole.items);
    expect(whole.items).toHaveLength(2);
  });
});
