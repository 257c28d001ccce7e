import { describe, expect, it } from 'vitest';
import { defaults, row } from '../rows.fixture.ts';
import { tallyTexts } from '../tally.ts';
import { addQuestionWords, noQuestionWords } from './question-words.ts';

describe('the question word', () => {
  it.each([
    ['What is the capital of Peru?', 'what'],
    ['In which year did it end?', 'which'],
    ["Who's there?", 'who'],
    ['To whom was it said?', 'whom'],
    ['Three of these hibernate. Which one does not?', 'which'],
    ['The capital of Peru is what?', 'what'],
    ['Name a planet.', 'other'],
    ['Of the other planets, which is blue?', 'which'],
    ['Whatever.', 'other'],
    ['???', 'other'],
  ])('of "%s" is %s', (question_text, word) => {
    const [group] = Object.values(tallyTexts([row({ question_text })], defaults).groups);
    expect(group?.fields[0]?.question_words).toEqual({ ...noQuestionWords(), [word]: 1 });
  });

  it('is counted over all texts', () => {
    const left = { ...noQuestionWords(), who: 2, other: 1 };
    addQuestionWords(left, { ...noQuestionWords(), who: 3, why: 1 });
    expect(left).toEqual({ ...noQuestionWords(), who: 5, why: 1, other: 1 });
  });
});
