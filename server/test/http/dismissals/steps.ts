import type { InjectOptions } from 'fastify';
import { expect } from 'vitest';
import { draft, type TestService } from '../../harness.ts';
import { expectDeleted } from '../common.ts';
import type { Headers } from '../credentials.ts';

/** Steps shared by the tests of dismissed rows. */

export interface RowDismissalRecord {
  id: string;
  analysis_type: string;
  question_id: string | null;
  question_ids: [string, string] | null;
  version: number | null;
  about: string[] | null;
  reason: string | null;
  created_at: string;
  created_by: string;
}

export const UNKNOWN_ID = '00000000-0000-7000-8000-00000000ffff';
export const url = '/dismissals';

/** Creates questions with a flaw and returns their ids in ascending order. */
export async function createQuestions(service: TestService, count: number): Promise<string[]> {
  const flawed = () => draft({ question_text: 'Which  animal is not a mammal?', correct_answer: 'Frog' });
  const made = await service.create(Array.from({ length: count }, flawed));
  return made.map(({ id }) => id).sort();
}

export async function createQuestion(service: TestService): Promise<string> {
  const [id = ''] = await createQuestions(service, 1);
  return id;
}

export function dismissalRequest(payload: object, headers: Headers = {}): InjectOptions {
  return { method: 'POST', url, payload, headers };
}

export function withdrawal(id: string, headers: Headers = {}): InjectOptions {
  return { method: 'DELETE', url: `${url}/${id}`, headers };
}

/** Creates a dismissal that must not exist yet. */
export async function dismiss(service: TestService, payload: object): Promise<RowDismissalRecord> {
  const reply = await service.request(dismissalRequest(payload));
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json<RowDismissalRecord>();
}

export async function withdraw(service: TestService, id: string): Promise<void> {
  const reply = await service.request(withdrawal(id));
  expectDeleted(reply);
}

/** Updates a question to its next version. */
export async function change(service: TestService, id: string, payload: object): Promise<void> {
  const reply = await service.request({ method: 'PATCH', url: `/questions/${id}`, payload });
  expect(reply.statusCode, reply.body).toBe(200);
}
