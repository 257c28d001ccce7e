import { describe, expect, it } from 'vitest';
import { changesTo, conflictsOf, emptyDraft, mergeDrafts, missingFields } from './draft.ts';

const base = { ...emptyDraft('Science'), question_text: 'What?', correct_answer: 'That', tags: ['a'] };

describe('the request', () => {
  it('is empty if only spaces have changed', () => {
    expect(
      changesTo(base, { ...base, question_text: ' What? ', explanation: ' ', incorrect_answers: ['', ' '] }),
    ).toEqual({});
  });

  it('contains the changed fields, with empty texts as null', () => {
    const before = { ...base, explanation: 'Because.' };
    expect(changesTo(before, { ...before, explanation: '', difficulty: 2 })).toEqual({
      explanation: null,
      difficulty: 2,
    });
  });

  it('is not sent while a required field is empty', () => {
    expect(missingFields({ ...base, correct_answer: ' ', category: '' }, 'Enter a value.')).toEqual({
      correct_answer: 'Enter a value.',
      category: 'Enter a value.',
    });
  });
});

describe('two people who change the same question', () => {
  const mine = { ...base, question_text: 'Mine?', tags: ['a', 'mine'], difficulty: 1 };
  const theirs = { ...base, question_text: 'Theirs?', status: 'draft' as const, difficulty: 1 };

  it('disagree where both changed a field to different values', () => {
    expect(conflictsOf(base, mine, theirs)).toEqual(['question_text']);
  });

  it('both keep the changes that only one of them made, whatever is chosen for the rest', () => {
    expect(mergeDrafts(base, mine, theirs, new Set())).toEqual({ ...theirs, tags: ['a', 'mine'] });
    expect(mergeDrafts(base, mine, theirs, new Set(['question_text']))).toEqual({
      ...theirs,
      tags: ['a', 'mine'],
      question_text: 'Mine?',
    });
  });
});
