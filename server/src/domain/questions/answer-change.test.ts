import { describe, expect, it } from 'vitest';
import { countedChanges, partsLeftOut } from './answer-change.ts';
import { completeDraft } from './question.ts';
import { visibilityOf } from './visibility.ts';

const content = completeDraft(
  { question_text: 'Which planet?', correct_answer: 'Mercury', category: 'Astronomy', difficulty: 0 },
  (name) => name,
);
const reader = visibilityOf({ scopes: ['questions:read'] });
const writer = visibilityOf({ scopes: ['questions:play', 'questions:write'] });

describe('partsLeftOut', () => {
  it.each([
    [{}, []],
    [{ explanation: 'It is', question_text: 'Which one?' }, []],
    [{ correct_answer: 'Venus', accepted_answers: null, incorrect_answers: [] }, []],
    [{ correct_answer: 'Venus' }, ['accepted_answers', 'incorrect_answers']],
    [{ incorrect_answers: ['Venus'] }, ['correct_answer', 'accepted_answers']],
    [{ correct_answer: 'Venus', incorrect_answers: null }, ['accepted_answers']],
    [{ kind: 'choice' as const }, ['correct_answer', 'accepted_answers', 'incorrect_answers']],
    [{ key: null }, ['correct_answer', 'accepted_answers', 'incorrect_answers']],
    [{ key: { value: 1 } }, []],
  ])('of %j: %j', (change, missing) => {
    expect(partsLeftOut(change)).toEqual(missing);
  });
});

describe('countedChanges', () => {
  it('are the fields that differ, for callers who may see answers', () => {
    const sent = { correct_answer: 'Mercury', explanation: 'Because', difficulty: 0 };
    expect(countedChanges(reader, sent, content, { ...content, explanation: 'Because' })).toEqual(['explanation']);
  });

  it.each(['Mercury', 'Venus'])('do not depend on the stored answer for all others: %s', (correct_answer) => {
    const sent = { correct_answer, explanation: null, difficulty: 0, tags: ['a'] };
    const counted = countedChanges(writer, sent, content, { ...content, correct_answer, tags: ['a'] });
    const answer = ['correct_answer', 'accepted_answers', 'incorrect_answers', 'key', 'scoring'];
    expect(counted).toEqual(['kind', ...answer, 'explanation', 'tags']);
  });

  it('are empty for a change without answers that changes nothing, for all callers', () => {
    expect(countedChanges(writer, { difficulty: 0, question_text: 'Which planet?' }, content, content)).toEqual([]);
  });
});
