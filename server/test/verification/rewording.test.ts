import { expect, it } from 'vitest';
import { QUEUE_SCHEMA } from '../../src/queue/queues.ts';
import { listDifferences } from '../../src/store/verification/verification.ts';
import { draft, startTestService } from '../harness.ts';

const service = await startTestService();

/** Texts with the same key, or the same length, but different features. */
it.each([
  [{ question_text: 'One. Two. Which?' }, { question_text: 'One, two, which?' }],
  [{ question_text: 'One. Two. Three. Which?' }, { question_text: 'One. Two, three. Which?' }],
  [{ question_text: "Isn't it 3.5 or A-B?" }, { question_text: 'Isn t it 3 5 or A B?' }],
  [{ question_text: 'Is x² even?' }, { question_text: 'Is x2 even?' }],
  [{ question_text: 'How much is 3*1?' }, { question_text: 'How much is 3/1?' }],
  [{ correct_answer: '3*1' }, { correct_answer: '3/1' }],
  [{ question_text: 'Café or tea?' }, { question_text: 'Cafe or tea?' }],
  [{ question_text: 'Who is Mr. T?' }, { question_text: 'who IS mr t  ?' }],
  [{ correct_answer: 'New-York' }, { correct_answer: 'New York' }],
  [{ correct_answer: '2+2' }, { correct_answer: '2-2' }],
  [{ correct_answer: '1.5' }, { correct_answer: '1 5' }],
  [{ language: 'en' }, { language: 'de' }],
  [{ incorrect_answers: ['Mercury'] }, { incorrect_answers: ['Venus'] }],
])('a change from %j to %j updates all features', async (before, after) => {
  const [made] = await service.create([draft(before)]);
  const reply = await service.request({ method: 'PUT', url: `/questions/${made?.id}`, payload: after });
  expect(reply.json()).toMatchObject({ version: 2 });
  const verified = { categories: service.deps.categories.current, queueSchema: QUEUE_SCHEMA };
  expect(await listDifferences(service.deps.db.reads, verified)).toEqual([]);
  await service.deps.db.writes.query('truncate questions, question_features, question_versions, events');
});
