import type { InjectOptions } from 'fastify';
import { expect } from 'vitest';
import { draft, type TestService } from '../../harness.ts';
import { expectDeleted } from '../common.ts';
import type { Headers } from '../credentials.ts';

/** Steps shared by the tests of dismissals. */

export interface DismissalRecord {
  id: string;
  question_ids: [string, string];
  note: string | null;
  created_at: string;
  created_by: string;
}

export const UNKNOWN_ID = '00000000-0000-7000-8000-00000000ffff';
export const url = '/duplicates/dismissals';

/** Creates questions and returns their ids in ascending order. */
export async function createQuestions(service: TestService, count: number): Promise<string[]> {
  const made = await service.create(Array.from({ length: count }, () => draft()));
  return made.map(({ id }) => id).sort();
}

export async function createPair(service: TestService): Promise<[string, string]> {
  const [one = '', two = ''] = await createQuestions(service, 2);
  return [one, two];
}

export function dismissalRequest(payload: object, headers: Headers = {}): InjectOptions {
  return { method: 'POST', url, payload, headers };
}

export function withdrawal(id: string, headers: Headers = {}): InjectOptions {
  return { method: 'DELETE', url: `${url}/${id}`, headers };
}

/** Marks a pair that must not be marked yet. */
export async function dismiss(
  service: TestService,
  question_ids: readonly string[],
  note?: string,
): Promise<DismissalRecord> {
  const reply = await service.request(dismissalRequest({ question_ids, ...(note !== undefined && { note }) }));
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json<DismissalRecord>();
}

export async function withdraw(service: TestService, id: string): Promise<void> {
  const reply = await service.request(withdrawal(id));
  expectDeleted(reply);
}
