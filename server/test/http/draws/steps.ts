import { expect } from 'vitest';
import type { StoredQuestion, TestService } from '../../harness.ts';

export interface DrawState {
  id: string;
  seed: string;
  filter: object;
  drawn: number;
  remaining: number | null;
  remaining_at_least?: number;
  exhausted: boolean;
  created_at: string;
}

export interface DrawStep {
  data: StoredQuestion[];
  draw: DrawState;
}

export async function openDraw(service: TestService, payload: object = {}): Promise<DrawState> {
  const reply = await service.request({ method: 'POST', url: '/draws', payload });
  expect(reply.statusCode).toBe(201);
  return reply.json<DrawState>();
}

export async function takeNext(service: TestService, id: string, count?: number): Promise<DrawStep> {
  const reply = await service.request({ method: 'POST', url: `/draws/${id}/next`, payload: { count } });
  expect(reply.statusCode).toBe(200);
  return reply.json<DrawStep>();
}

/** Returns the texts of all remaining questions of the draw. */
export async function takeAll(service: TestService, id: string): Promise<string[]> {
  const texts: string[] = [];
  for (;;) {
    const { data, draw } = await takeNext(service, id, 100);
    texts.push(...data.map((question) => question.question_text));
    if (draw.exhausted) return texts;
  }
}
