import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countSentences } from '../../domain/questions/features.ts';
import { countCodePoints, textKey } from '../../domain/text/text.ts';
import { defaults, row, strangeTexts } from './rows.fixture.ts';
import { tallyTexts } from './tally.ts';

const only = <Value>(values: Record<string, Value>): Value => {
  const [first, ...others] = Object.values(values);
  if (first === undefined || others.length > 0) throw new Error('expected exactly one');
  return first;
};
const countWords = (text: string) =>
  textKey(text.replaceAll(/(?<=[\p{L}\p{N}])['’](?=\p{L})/gu, 'ʼ'))
    .split(' ')
    .filter((word) => word !== '').length;
const keyOf = (histogram: object) => Number(Object.keys(histogram)[0]);

describe('tallyTexts', () => {
  it('counts the characters, key words and sentences of any text', () => {
    fc.assert(
      fc.property(strangeTexts, fc.lorem(), (strange, plain) => {
        const given = row({ question_text: `${plain} ${strange}?`, correct_answer: strange });
        const [question, answer] = only(tallyTexts([given], defaults).groups).fields;
        expect(keyOf(question?.chars ?? {})).toBe(countCodePoints(given.question_text));
        expect(keyOf(question?.words ?? {})).toBe(countWords(given.question_text));
        expect(keyOf(question?.sentences ?? {})).toBe(countSentences(given.question_text));
        expect(keyOf(answer?.chars ?? {})).toBe(countCodePoints(strange));
        expect(keyOf(answer?.words ?? {})).toBe(countWords(strange));
      }),
      { numRuns: 50 },
    );
  });

  it('matches values calculated by hand', () => {
    const rows = [
      row({ id: 'a', question_text: 'Which river is the longest river?', correct_answer: 'The Nile' }),
      row({ id: 'b', question_text: 'Name a banana.', correct_answer: '42' }),
    ];
    const { questions, fields, candidates } = only(tallyTexts(rows, defaults).groups);
    expect(questions).toBe(2);
    expect(fields[0]).toMatchObject({
      chars: { 14: 1, 33: 1 },
      words: { 3: 1, 6: 1 },
      sentences: { 1: 2 },
      // which 1, river 2, is 1, the 1, longest 2, river 2; name 1, a 1, banana 3
      syllables: { 3: { 5: 1 }, 6: { 9: 1 } },
      totals: { words: 9, sentences: 2, letters: 27 + 11, syllables: 14, polysyllables: 1 },
      vocabulary: { words: 'which river is the longest name a banana', counts: [1, 2, 1, 1, 1, 1, 1, 1] },
      moving: { tokens: 9, windows: 0, head: 'which river is the longest river name a banana' },
    });
    expect(fields[0]?.question_words).toMatchObject({ which: 1, other: 1, what: 0 });
    expect(fields[1]).toMatchObject({ words: { 1: 1, 2: 1 }, question_words: null });
    expect(candidates).toEqual({
      ids: ['a', 'b'],
      versions: [1, 1],
      values: [
        [33, 14],
        [8, 2],
      ],
    });
  });

  it('counts numbers as words, but not in the vocabulary', () => {
    const given = row({ question_text: "What's 2 + 2 in the 2nd year?", correct_answer: '4' });
    const [question, answer] = only(tallyTexts([given], defaults).groups).fields;
    expect(question).toMatchObject({
      words: { 7: 1 },
      question_words: { what: 1 },
      vocabulary: { words: "what's in the 2nd year", counts: [1, 1, 1, 1, 1] },
      moving: { tokens: 5 },
    });
    expect(answer).toMatchObject({ words: { 1: 1 }, vocabulary: { words: '', counts: [] } });
  });

  it('leaves texts in other languages out of measures for English only', () => {
    const rows = [
      row({ question_text: 'Was ist das?', language: 'de' }),
      row({ question_text: 'What is that?', language: 'en-GB' }),
      row({ question_text: 'Enga kysymys', language: 'enm' }),
    ];
    const auto = only(tallyTexts(rows, defaults).groups);
    expect(auto).toMatchObject({ questions: 3, english: 1 });
    expect(auto.fields[0]).toMatchObject({
      words: { 3: 2, 2: 1 },
      totals: { words: 3 },
      question_words: { what: 1, other: 0 },
    });
    const english = only(tallyTexts(rows, { ...defaults, language: 'en' }).groups);
    expect(english).toMatchObject({ english: 3, fields: [{ totals: { words: 8 } }, {}] });
  });

  it.each([
    ['category', ['Science', '__proto__']],
    ['difficulty', [0, 2]],
    ['topic', ['Rivers', null]],
  ] as const)('groups by %s', (group_by, values) => {
    const rows = [
      row({ category: 'Science', difficulty: 0, topic_focus: 'Rivers' }),
      row({ category: '__proto__', difficulty: 2, topic_focus: null }),
    ];
    const { groups } = tallyTexts(rows, { ...defaults, group_by });
    expect(Object.values(groups).map((group) => [group.value, group.questions])).toEqual(
      values.map((value) => [value, 1]),
    );
  });

  it('keeps the order of the requested fields', () => {
    const given = [row({ question_text: 'One two three', correct_answer: 'One' })];
    const { fields } = only(tallyTexts(given, { ...defaults, fields: ['correct_answer', 'question_text'] }).groups);
    expect(fields.map((field) => keyOf(field.words))).toEqual([1, 3]);
  });
});
