import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Skipped } from '../../../src/domain/bulk/bulk-change.ts';
import { asOperator, type StoredQuestion, type TestService } from '../../harness.ts';
import { getBody } from '../common.ts';
import type { Headers } from '../credentials.ts';

export interface ChangeBody {
  id: string;
  kind: string;
  actor: string;
  status: string;
  count: number;
  progress: { completed: number; total: number } | null;
  error: { code: string; detail: string } | null;
  bulk: {
    filter: object | null;
    set?: object;
    matched: number;
    changed: number;
    unchanged: number;
    skipped: number;
    skips: Skipped[];
  } | null;
}

export function sendBulk(service: TestService, payload: object, headers: Headers = {}) {
  return service.request({ method: 'POST', url: '/questions/bulk', headers, payload });
}

/** Starts a bulk change, which the worker of the test runs. */
export async function queueBulk(service: TestService, payload: object, headers: Headers = {}): Promise<ChangeBody> {
  const reply = await sendBulk(service, payload, headers);
  expect(reply.statusCode, reply.body).toBe(202);
  return reply.json<ChangeBody>();
}

/** Polls until it has ended; the time limit of the test ends a longer wait. */
export async function waitForChange(
  service: TestService,
  id: string,
  isOver: (change: ChangeBody) => boolean = hasEnded,
): Promise<ChangeBody> {
  for (;;) {
    const change = await getBody<ChangeBody>(service, `/changes/${id}`, asOperator);
    if (isOver(change)) return change;
    await wait(20);
  }
}

export const hasEnded = ({ status }: ChangeBody) => status !== 'queued' && status !== 'running';

export async function runBulk(service: TestService, payload: object): Promise<ChangeBody> {
  const { id } = await queueBulk(service, payload);
  return waitForChange(service, id);
}

export async function revert(service: TestService, id: string): Promise<ChangeBody> {
  const reply = await service.request({ method: 'POST', url: `/changes/${id}/revert`, headers: asOperator });
  expect(reply.statusCode, reply.body).toBeLessThan(300);
  return waitForChange(service, String(reply.headers['change-id']));
}

/** Returns the stored questions without version and time, which every change alters. */
export async function storedContents({ deps }: TestService): Promise<Map<string, string>> {
  const { rows } = await deps.db.reads.query<{ id: string; content: string }>({
    text: `select id, regexp_replace(body, ',"version":\\d+,("created_at":"[^"]*"),"updated_at":"[^"]*"\\}$', ',\\1') || (deleted_at is null)::text as content
             from questions order by id`,
  });
  return new Map(rows.map(({ id, content }) => [id, content]));
}

export function numbered(count: number, change: (index: number) => object = () => ({})) {
  return Array.from({ length: count }, (_, index) => ({
    question_text: `How much is ${index} and one more?`,
    correct_answer: String(index + 1),
    category: 'Mathematics',
    difficulty: 0,
    ...change(index),
  }));
}

export const idsOf = (questions: readonly StoredQuestion[]) => questions.map(({ id }) => id);
