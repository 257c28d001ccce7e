import { describe, expect, it } from 'vitest';
import { DEFAULT_THRESHOLD, DEFAULT_WORDING } from './judge.ts';
import { QuestionJudge } from './question-judge.ts';
import { WordCounts } from './word-counts.ts';

const THRESHOLDS = { likeness: DEFAULT_THRESHOLD, wording: DEFAULT_WORDING };
const q = (question_text: string, correct_answer: string) => ({ question_text, correct_answer });
const PERU = q('What is the capital of Peru?', 'Lima');

describe('one question compared with another', () => {
  it.each([
    ['exact', q('what is the capital of PERU', 'lima')],
    ['near', q('Which city is the capital of Peru?', 'Lima')],
    ['answer_variant', q('What is the capital city of Peru?', 'Lima City')],
    ['conflict', q('Which is the capital of Peru?', 'Cusco')],
    ['conflict', q('Name the capital of Peru.', 'Cusco')],
    [null, q('Is this the capital of Peru?', 'Yes')],
    [null, q('The capital of Peru', 'Cusco')],
    [null, q('What is the capital of Chile?', 'Santiago')],
    [null, q('Which river flows through Peru?', 'Amazon')],
  ])('is %s', (relation, other) => {
    const counts = new WordCounts();
    expect(new QuestionJudge(PERU, counts).judge(other, THRESHOLDS).relation).toBe(relation);
    expect(new QuestionJudge(other, counts).judge(PERU, THRESHOLDS).relation).toBe(relation);
  });

  it.each([
    [true, 'what is the capital of PERU'],
    [true, 'Which is the capital of Peru?'],
    [false, 'What is the capital of Chile?'],
    [false, 'Which river flows through Peru?'],
  ])('asks the same by its words, whatever the answers: %s, %s', (same, text) => {
    const judged = ['Lima', 'lima', 'Cusco', '17'].map((answer) =>
      new QuestionJudge(q(text, answer), new WordCounts()).asksTheSame(PERU, THRESHOLDS),
    );
    expect(judged.map((judgement) => judgement.same)).toEqual([same, same, same, same]);
    expect(new Set(judged.map(({ likeness }) => likeness)).size).toBe(1);
  });

  it('contradicts no question with the same words in another order', () => {
    const judge = new QuestionJudge(q('What comes of a male lion and a female tiger?', 'Liger'), new WordCounts());
    const swapped = q('What comes of a female lion and a male tiger?', 'Tigon');
    expect(judge.judge(swapped, THRESHOLDS).relation).toBeNull();
    expect(
      judge.judge({ ...swapped, question_text: 'What comes of a male lion and female tiger?' }, THRESHOLDS),
    ).toEqual({
      relation: 'conflict',
      likeness: expect.closeTo(0.96, 1) as number,
    });
  });

  it('considers what is rare in the bank', () => {
    const [a, b] = [q('Wie heißt die Hauptstadt von Peru?', 'Lima'), q('Wie heißt die Hauptstadt von Chile?', 'Lima')];
    const german = new WordCounts();
    for (let city = 0; city < 20_000; city += 1)
      german.count(q(`Wie heißt die Hauptstadt von Land${city}?`, `Stadt${city}`));
    const similarity = (counts: WordCounts) => new QuestionJudge(a, counts).compare(b).words.similarity;
    expect(similarity(new WordCounts())).toBeGreaterThan(0.5);
    expect(similarity(german)).toBeLessThan(0.3);
  });
});
