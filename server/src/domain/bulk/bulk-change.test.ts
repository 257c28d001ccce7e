import { describe, expect, it } from 'vitest';
import { applyWork, type BulkWork } from './bulk-change.ts';

const NOW = new Date('2026-11-17T12:00:00Z');
const DAY_MS = 24 * 60 * 60 * 1000;
const CURRENT = {
  kind: 'text' as const,
  key: null,
  scoring: 'all_or_nothing' as const,
  id: '0193361c-0000-7000-8000-000000000001',
  question_text: 'Which planet is the largest?',
  correct_answer: 'Jupiter',
  category: 'Science',
  difficulty: 0,
  topic_focus: 'Planets',
  accepted_answers: [],
  incorrect_answers: [],
  explanation: null,
  tags: ['space', 'easy'],
  language: 'en',
  source: null,
  license: null,
  external_id: null,
  status: 'ready' as const,
  version: 3,
  created_at: new Date('2026-11-01T00:00:00Z'),
  updated_at: new Date('2026-11-02T00:00:00Z'),
  updated_by: 'token:a',
  deleted_at: null as Date | null,
};

function apply(work: BulkWork, current: Partial<typeof CURRENT> = {}) {
  const openCategory = (name: string) => (name === 'Old science' ? 'Science' : name);
  return applyWork({ ...CURRENT, ...current }, work, { actor: 'token:b', now: NOW, openCategory });
}

describe('applyWork', () => {
  it('sets fields and tags in one new version, and names what changed', () => {
    const work = { set: { category: 'History', topic_focus: null }, add_tags: ['new', 'space'], remove_tags: ['easy'] };
    expect(apply(work)).toEqual({
      next: {
        ...CURRENT,
        category: 'History',
        topic_focus: null,
        tags: ['space', 'new'],
        version: 4,
        updated_at: NOW,
        updated_by: 'token:b',
      },
      changed: ['category', 'topic_focus', 'tags'],
    });
  });

  it('leaves unchanged questions alone', () => {
    expect(apply({ set: { category: 'Science', language: 'EN' }, add_tags: ['space'], remove_tags: ['none'] })).toBe(
      'unchanged',
    );
  });

  it('uses the category that the given one was merged into', () => {
    expect(apply({ set: { category: 'Old science' } })).toBe('unchanged');
    expect(apply({ restore: true }, { category: 'Old science', deleted_at: NOW })).toMatchObject({
      next: { category: 'Science', deleted_at: null },
      changed: ['category'],
    });
  });

  it('deletes, with the time of the version', () => {
    const later = new Date(NOW.getTime() + 5);
    expect(apply({ delete: true }, { updated_at: later })).toMatchObject({
      next: { version: 4, updated_at: later, deleted_at: later },
      changed: [],
    });
  });

  it.each<[string, BulkWork, Partial<typeof CURRENT>]>([
    ['deleted', { set: { difficulty: 1 } }, { deleted_at: NOW }],
    ['deleted', { delete: true }, { deleted_at: NOW }],
    ['not_deleted', { restore: true }, {}],
    ['not_restorable', { restore: true }, { deleted_at: new Date(NOW.getTime() - 30 * DAY_MS - 1) }],
    ['too_many_tags', { add_tags: ['one more'] }, { tags: Array.from({ length: 20 }, (_, index) => `tag ${index}`) }],
  ])('skips questions it does not apply to: %s', (reason, work, current) => {
    expect(apply(work, current)).toBe(reason);
  });

  it('replaces one of twenty tags', () => {
    const tags = Array.from({ length: 20 }, (_, index) => `tag ${index}`);
    expect(apply({ add_tags: ['new'], remove_tags: ['tag 3'] }, { tags })).toMatchObject({
      next: { tags: [...tags.filter((tag) => tag !== 'tag 3'), 'new'] },
    });
  });
});
