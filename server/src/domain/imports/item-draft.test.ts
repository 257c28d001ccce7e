import { describe, expect, it } from 'vitest';
import type { ImportOptions } from './import.ts';
import { draftOfItem, itemOptions } from './item-draft.ts';

const none = { defaults: {}, category_map: {} } as ImportOptions;

describe('an item of a file', () => {
  it('has levels in the words of the file', () => {
    const options = itemOptions({
      ...none,
      difficulty_map: { schwer: 2, '★★★': 2, 1: 0, '3': 2 },
      defaults: { difficulty: 1 },
    });
    const levelOf = (difficulty: unknown) => draftOfItem({ difficulty }, options).draft['difficulty'];
    expect([' Schwer ', '★★★', 1, '1', 3, 'unknown', 0, '', undefined].map(levelOf)).toEqual([
      ...[2, 2, 0, 0, 2],
      ...['unknown', 0, 1, 1],
    ]);
  });

  it('has fields under other names', () => {
    const options = itemOptions({ ...none, field_map: { topic: 'topic_focus', points: null, stem: 'question_text' } });
    const item = { stem: 'Why?', question_text: 'Who?', topic: 'T', points: 3, rest: 1 };
    expect(draftOfItem(item, options).draft).toEqual({ question_text: 'Who?', topic_focus: 'T', rest: 1 });
    const other: object = { stem: 'Why?' };
    expect(draftOfItem(other, options).draft).toEqual({ question_text: 'Why?' });
  });

  it('is read with the options of an earlier release', () => {
    const item = { question_text: 'Why?', category: 'a ', difficulty: 1 };
    expect(draftOfItem(item, itemOptions({ ...none, category_map: { A: 'B' } })).draft).toEqual({
      question_text: 'Why?',
      category: 'B',
      difficulty: 1,
    });
  });
});
