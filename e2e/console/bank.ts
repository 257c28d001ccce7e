import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { sharedPlace } from './shared-place.ts';

/** Calls the API as the operator. */
export async function ask<Body>(path: string, method = 'GET', body?: object): Promise<Body> {
  const reply = await fetch(`${sharedPlace().origin}${path}`, {
    method,
    headers: {
      authorization: sharedPlace().authorization,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  expect(reply.status, text).toBeLessThan(300);
  return JSON.parse(text) as Body;
}

export interface Stored {
  id: string;
  question_text: string;
  category: string;
  difficulty: number;
  topic_focus: string | null;
  status: string;
  tags: string[];
  version: number;
}

/** Creates this many questions with a tag that no other question has. */
export async function createTagged(count: number, fields: object = {}): Promise<{ tag: string; questions: Stored[] }> {
  // A letter follows the hyphen, because PostgreSQL reads "-12345678" and "-1e234567" as negative numbers.
  const tag = `t-q${crypto.randomUUID().slice(0, 8)}`;
  const drafts = Array.from({ length: count }, (_, place) => ({
    question_text: `Which one is number ${place + 1} of ${tag}?`,
    correct_answer: String(place + 1),
    category: 'Science',
    difficulty: 1,
    tags: [tag],
    ...fields,
  }));
  const questions: Stored[] = [];
  for (let from = 0; from < count; from += 1000) {
    const { data } = await ask<{ data: Stored[] }>('/questions', 'POST', drafts.slice(from, from + 1000));
    questions.push(...data);
  }
  return { tag, questions };
}

/** Returns the current state of all questions with a tag, whatever their status. */
export async function readTagged(tag: string): Promise<Stored[]> {
  const statuses = 'status=draft&status=ready&status=archived';
  return (await ask<{ data: Stored[] }>(`/questions?tag=${tag}&${statuses}&limit=1000&sort=created_at`)).data;
}

export interface MadeChange {
  id: string;
  status: string;
  count: number;
  bulk: { matched: number; changed: number; skipped: number } | null;
}

/** Waits until a change has succeeded. */
export async function finishChange(begun: MadeChange): Promise<MadeChange> {
  let change = begun;
  while (change.status === 'queued' || change.status === 'running') {
    await wait(100);
    change = await ask<MadeChange>(`/changes/${begun.id}`);
  }
  expect(change.status).toBe('succeeded');
  return change;
}
