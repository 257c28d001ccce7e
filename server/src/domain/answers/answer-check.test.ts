import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkAnswer, isRightAnswer } from './answer-check.fixture.ts';

const question = (correct_answer: string, accepted_answers: string[] = [], category = 'Science') => ({
  category,
  correct_answer,
  accepted_answers,
  incorrect_answers: [] as string[],
});
const isCorrect = (right: string, answer: string, category?: string) =>
  checkAnswer(question(right, [], category), answer).correct;

describe('a right answer', () => {
  it.each([
    ['case', 'Mercury', 'mERCURY'],
    ['accents', 'Émile Zola', 'Emile Zola'],
    ['punctuation', 'Jean-Luc Picard', 'jean luc picard.'],
    ['a leading article', 'The Beatles', 'beatles'],
    ['a leading article of the answer', 'Nile', 'the Nile'],
    ['another leading article', 'an apple', 'A apple'],
    ['compatibility forms', 'H₂O', 'H2O'],
    ['the dash of a span', '1914–1918', '1914-1918'],
  ])('may differ in %s', (_name, right, answer) => {
    expect(checkAnswer(question(right), answer)).toEqual({ correct: true, matched: right, score: 1 });
  });

  it('may be any of the accepted answers, and is returned in the spelling of the bank', () => {
    const { correct, matched } = checkAnswer(question('United Kingdom', ['Great Britain', 'UK']), 'great britain');
    expect({ correct, matched }).toEqual({ correct: true, matched: 'Great Britain' });
  });

  it.each([
    ['1000', '1,000'],
    ['1,234,567', '1234567'],
    ['0.50', '.5'],
    ['7', '007.0'],
    ['-3', '−3'],
    ['+3', '3'],
    ['-0', '0'],
    ['1000000000000000000000001', '1,000,000,000,000,000,000,000,001'],
  ])('may be the same number written differently: %s as %s', (right, answer) => {
    expect(isCorrect(right, answer)).toBe(true);
    expect(isCorrect(answer, right)).toBe(true);
  });

  it('is always right in its own spelling', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', minLength: 1 }),
        fc.constantFrom('Science', 'Mathematics'),
        (text, category) => isCorrect(text, text, category),
      ),
    );
  });

  it('must match exactly if it consists of symbols only', () => {
    for (const category of ['Science', 'Mathematics']) {
      expect(isCorrect('?', '?', category)).toBe(true);
      expect(isCorrect('?', '!', category)).toBe(false);
    }
  });

  it('may be an article if the answer is nothing else', () => {
    expect(isCorrect('the', 'The')).toBe(true);
    expect(isCorrect('the', 'a')).toBe(false);
  });
});

describe('a wrong answer', () => {
  it.each([
    ['5', '-5'],
    ['-5', '5'],
    ['5', '.5'],
    ['1.5', '15'],
    ['100', '1,00'],
    ['9007199254740993', '9007199254740992'],
    ['0.1', '0.10000000000000001'],
  ])('is another number, however close: %s is not %s', (right, answer) => {
    expect(isCorrect(right, answer)).toBe(false);
  });

  it.each([
    ['-40 °C', '40 °C'],
    ['5 metres', '−5 metres'],
  ])('differs in its sign: %s is not %s', (right, answer) => {
    expect(isCorrect(right, answer)).toBe(false);
  });

  it('never equals another decimal', () => {
    const decimal = fc.tuple(fc.integer(), fc.nat({ max: 999 })).map(([whole, part]) => `${whole}.${part}1`);
    fc.assert(fc.property(decimal, decimal, (left, right) => isCorrect(left, right) === (left === right)));
  });

  it('reveals nothing except how close it was', () => {
    expect(checkAnswer(question('Mercury', ['Hermes']), 'Mercuri')).toEqual({
      correct: false,
      matched: null,
      score: 0.86,
    });
  });

  it('scores by the closest right answer, from 0 to below 1', () => {
    const answers = question('Mercury', ['Hermes']);
    expect(checkAnswer(answers, 'Hermesx').score).toBeGreaterThan(checkAnswer(answers, 'Venus').score);
    const long = 'a'.repeat(1000);
    expect(checkAnswer(question(long), `${long}b`)).toMatchObject({ correct: false, score: 0.99 });
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (right, answer) => {
        const { correct, matched, score } = checkAnswer(question(right), answer);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
        expect({ correct, matched }).toEqual(
          score === 1 ? { correct: true, matched: right } : { correct: false, matched: null },
        );
      }),
    );
  });
});

describe('in mathematics', () => {
  it.each([
    ['x = 2', 'X=2'],
    ['2 + 2', '2+2'],
    ['x − 1', 'x - 1'],
    ['x ≠ 0', 'x != 0'],
    ['0.5', '0.50'],
  ])('%s may be written %s', (right, answer) => {
    expect(isCorrect(right, answer, 'Mathematics')).toBe(true);
  });

  it.each([
    ['2+2', '2-2'],
    ['x < 2', 'x > 2'],
    ['x ≤ 2', 'x ≥ 2'],
    ['x = 2', 'x ≠ 2'],
    ['∞', '0'],
    ['∞', '∅'],
    ['-x', 'x'],
    ['2^3', '23'],
    ['5!', '5'],
    ['(a+b)^2', 'a+b^2'],
  ])('%s is not %s, because symbols carry meaning', (right, answer) => {
    expect(isCorrect(right, answer, 'Mathematics')).toBe(false);
  });

  it('keeps an article, since it may be a variable', () => {
    expect(isCorrect('a b', 'b', 'Mathematics')).toBe(false);
  });
});

describe('an option', () => {
  const choice = { ...question('NaCl', ['nacl salt']), incorrect_answers: ['NACL', 'NaOH'] };

  it.each([
    ['NaCl', true],
    ['NACL', false],
    ['NaOH', false],
  ])('is compared literally: %s', (option, correct) => {
    expect(checkAnswer(choice, option).correct).toBe(correct);
    expect(isRightAnswer(choice, option)).toBe(correct);
  });

  it('is right if it is listed as both right and wrong', () => {
    expect(isRightAnswer({ ...choice, incorrect_answers: ['NaCl'] }, 'NaCl')).toBe(true);
  });

  it('does not make other spellings of the answer wrong', () => {
    expect(checkAnswer(choice, 'NaCl.')).toEqual({ correct: true, matched: 'NaCl', score: 1 });
  });
});

it('gives the same verdict without the score', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'A', 'b', '1', '-', ' ', '.') });
  fc.assert(
    fc.property(text, text, fc.array(text, { maxLength: 3 }), fc.array(text, { maxLength: 3 }), (...given) => {
      const [answer, right, accepted, incorrect_answers] = given;
      const asked = { ...question(right, accepted), incorrect_answers };
      expect(isRightAnswer(asked, answer)).toBe(checkAnswer(asked, answer).correct);
    }),
  );
});
