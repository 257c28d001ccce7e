import { randomUUID } from 'node:crypto';
import { draft, type StoredQuestion } from '../harness.ts';
import type { PlantedBank, WalkRequest } from './planted-bank.ts';

/** Indexed by the name of the operation in openapi.json. */
export type WalkRequests = Readonly<Record<string, (bank: PlantedBank) => Promise<WalkRequest[]>>>;

export const get = (url: string): WalkRequest => ({ method: 'GET', url });

export function post(url: string, payload?: object, headers: Record<string, string> = {}): WalkRequest {
  return { method: 'POST', url, headers, ...(payload !== undefined && { payload }) };
}

export const idsOf = (questions: readonly StoredQuestion[]) => questions.map(({ id }) => id);

/** Callers may see what they write, so it contains no marker. */
export const guess = (change: object = {}) =>
  draft({ question_text: `Which ${randomUUID()} is this?`, correct_answer: 'Qwvguess', ...change });

export async function personOf({ ask, full }: PlantedBank): Promise<string> {
  const reply = await ask(post('/people', { name: 'Walk', role: 'viewer' }), full);
  return reply.json<{ id: string }>().id;
}

export const lenient = { prefer: 'handling=lenient' };
