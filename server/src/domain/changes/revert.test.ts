import { describe, expect, it } from 'vitest';
import { completeDraft } from '../questions/question.ts';
import { type QuestionState, reverseMember } from './revert.ts';

function state(change: Partial<QuestionState> = {}): QuestionState {
  const draft = { question_text: 'Which?', correct_answer: 'This', category: 'Science', difficulty: 0 };
  return { ...completeDraft(draft, (name) => name), deleted: false, ...change };
}

describe('reverseMember', () => {
  it('restores only the fields that the change altered', () => {
    const [former, made] = [state(), state({ difficulty: 1, tags: ['a'] })];
    const now = state({ ...made, source: 'A book' });
    expect(reverseMember({ former, made, now })).toEqual({ act: 'set', content: { difficulty: 0, tags: [] } });
  });

  it('names the fields that were altered since, and changes nothing', () => {
    const [former, made] = [state(), state({ difficulty: 1, tags: ['a'] })];
    expect(reverseMember({ former, made, now: state({ ...made, difficulty: 2 }) })).toEqual({
      act: 'conflict',
      reason: 'changed_since',
      fields: ['difficulty'],
    });
    expect(reverseMember({ former, made, now: state({ tags: ['a'] }) })).toMatchObject({ act: 'conflict' });
  });

  it('does nothing if everything is as before', () => {
    const made = state({ difficulty: 1 });
    expect(reverseMember({ former: state(), made, now: state({ source: 'B' }) })).toEqual({ act: 'nothing' });
    expect(reverseMember({ former: state(), made: state(), now: made })).toEqual({ act: 'nothing' });
  });

  it.each([
    ['deletes what it created', null, state(), state(), { act: 'delete' }],
    ['leaves deleted questions alone', null, state(), state({ deleted: true }), { act: 'nothing' }],
    [
      'leaves alone what it created and somebody changed',
      null,
      state(),
      state({ difficulty: 2 }),
      { act: 'conflict', reason: 'changed_since', fields: ['difficulty'] },
    ],
    ['restores what it deleted', state(), state({ deleted: true }), state({ deleted: true }), { act: 'restore' }],
    ['leaves restored questions alone', state(), state({ deleted: true }), state(), { act: 'nothing' }],
    ['deletes what it restored', state({ deleted: true }), state(), state(), { act: 'delete' }],
    [
      'does not update questions that were deleted since',
      state(),
      state({ difficulty: 1 }),
      state({ difficulty: 1, deleted: true }),
      { act: 'conflict', reason: 'deleted_since', fields: ['difficulty'] },
    ],
    [
      'reports permanently deleted questions',
      null,
      state(),
      undefined,
      { act: 'conflict', reason: 'purged', fields: [] },
    ],
    ['reports missing history', undefined, state(), state(), { act: 'conflict', reason: 'history_gone', fields: [] }],
  ] as const)('%s', (_name, former, made, now, expected) => {
    expect(reverseMember({ former, made, now })).toEqual(expected);
  });
});
