import { describe, expect, it } from 'vitest';
import { textRow } from '../corpus/corpus.fixture.ts';
import { gather, questions, run } from './run-duplicates.fixture.ts';

const conflicts = async (rows: Parameters<typeof run>[0]) =>
  (await run(rows)).items.filter(({ relation }) => relation === 'conflict');

describe('questions made from templates', () => {
  const symbols = 'H He Li Be B C N O F Ne Na S P K As In At I No Es'.split(' ');

  it('with another symbol do not contradict each other', async () => {
    for (const template of ['Which element has the symbol %?', 'Welches Element hat das chemische Symbol %?']) {
      const rows = questions(
        ...symbols.map((symbol) => [template.replace('%', symbol), `${symbol}${symbol}ium`] as const),
      );
      expect(await conflicts(rows)).toEqual([]);
    }
  });

  it('with another number do not contradict each other', async () => {
    const rows = questions(
      ...Array.from({ length: 100 }, (_, index): readonly [string, string] => {
        const [a, b] = [2 + (index % 10), 2 + Math.floor(index / 10)];
        return [`Was ist ${a}·${b}?`, `${a * b}`];
      }),
    );
    expect(await conflicts(rows)).toEqual([]);
  });

  it('with another name do not contradict each other, though the name is in every other text', async () => {
    const rows = questions(
      ...Array.from({ length: 600 }, (_, index) => `fact${index}x`).flatMap((fact, index) =>
        ['Mars', 'Venus'].map(
          (planet, place) => [`What is the ${fact} of ${planet} in our Solar System?`, `${2 * index + place}`] as const,
        ),
      ),
    );
    expect((await gather(rows)).items).toEqual([]);
  });

  it('contradict each other if everything is the same', async () => {
    const rows = questions(
      ['Which element has the symbol S?', 'Sulfur'],
      ['What element has the symbol S?', 'Sodium'],
      ['Which element has the symbol He?', 'Helium'],
    );
    expect((await conflicts(rows)).map(({ a, b }) => [a.correct_answer, b.correct_answer])).toEqual([
      ['Sulfur', 'Sodium'],
    ]);
  });
});

describe('the accepted answers of a question', () => {
  it('do not contradict the answer of another one', async () => {
    const row = (question_text: string, correct_answer: string, accepted_answers: string[] = []) =>
      textRow({ question_text, correct_answer, accepted_answers });
    const relations = async (...rows: Parameters<typeof run>[0]) =>
      (await run(rows, { parameters: { answer_match: 'strict' } })).items.map(({ relation }) => relation);
    const romania = row('What is the capital of Romania?', 'Bucharest', ['Bukarest', 'Bucureşti']);
    expect(await relations(romania, row('Which city is the capital of Romania?', 'bucuresti'))).toEqual([
      'answer_variant',
    ]);
    expect(await relations(row('Which is the capital of Romania?', 'BUKAREST'), romania)).toEqual(['answer_variant']);
    expect(await relations(romania, row('Which city is the capital of Romania?', 'Sofia'))).toEqual(['conflict']);
  });
});
