import { describe, expect, it } from 'vitest';
import { QUEUE_SCHEMA } from '../../src/queue/queues.ts';
import { listDifferences } from '../../src/store/verification/verification.ts';
import { type StoredQuestion, startTestService } from '../harness.ts';
import { addCategory, categoryNames } from '../http/categories/steps.ts';
import { getBody } from '../http/common.ts';

const service = await startTestService();
const CATEGORIES = ['History', 'Civics', 'Science', 'General Knowledge'];

/** Questions as a spreadsheet on Windows would export them. */
const file = Array.from({ length: 800 }, (_, index) => ({
  external_id: `school/${index}`,
  question_text: `Question ${index} of the school:\r\nwhich answer is right?`,
  correct_answer: `Answer ${index}`,
  incorrect_answers: ['One', 'Two', 'Three'],
  category: CATEGORIES[index % CATEGORIES.length],
  difficulty: index % 3,
  topic_focus: `Term ${index % 5}`,
  tags: ['school'],
}));
const load = () => service.request({ method: 'POST', url: '/questions?on_conflict=update', payload: file });

describe('a school with 800 questions and two categories of its own', () => {
  it('creates its categories, loads its file twice and has 800 questions', async () => {
    for (const name of ['History', 'Civics']) expect((await addCategory(service, name)).statusCode).toBe(201);
    const first = await load();
    expect(first.statusCode).toBe(201);
    expect(first.json<{ summary: object }>().summary).toMatchObject({ created: 800, failed: 0 });
    const before = await getBody(service, '/questions?limit=1000');
    const second = await load();
    expect(second.statusCode).toBe(200);
    expect(second.json<{ summary: object }>().summary).toEqual({
      created: 0,
      updated: 0,
      unchanged: 800,
      skipped: 0,
      failed: 0,
    });

    expect(before.pagination.total).toBe(800);
    expect(await getBody(service, '/questions?limit=1000')).toEqual(before);
    expect(before.data.every(({ version }: StoredQuestion) => version === 1)).toBe(true);
    expect(before.data[0]?.question_text).toBe('Question 0 of the school:\nwhich answer is right?');
    for (const category of CATEGORIES) {
      const { pagination } = await getBody(service, `/questions?category=${encodeURIComponent(category)}&limit=1`);
      expect(pagination.total).toBe(200);
    }
    expect(await categoryNames(service)).toHaveLength(8);
    const bank = { categories: service.deps.categories.current, queueSchema: QUEUE_SCHEMA };
    expect(await listDifferences(service.deps.db.reads, bank)).toEqual([]);
  }, 300_000);
});
