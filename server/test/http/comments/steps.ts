import type { InjectOptions } from 'fastify';
import { expect } from 'vitest';
import { asOperator, type TestService } from '../../harness.ts';
import type { Headers } from '../credentials.ts';

export interface CommentRecord {
  id: string;
  question_id: string;
  text: string;
  author: string;
  created_by: string;
  resolved: boolean;
  resolved_by: string | null;
  mentions: string[];
  created_at: string;
  updated_at: string;
  version: number;
}

export const urlOf = (question: string) => `/questions/${question}/comments`;

export async function comment(
  service: TestService,
  question: string,
  text = 'Is that so?',
  headers: Headers = asOperator,
  mentions?: readonly string[],
): Promise<CommentRecord> {
  const payload = { text, ...(mentions && { mentions }) };
  const reply = await service.request({ method: 'POST', url: urlOf(question), headers, payload });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json<CommentRecord>();
}

export function asked(
  method: 'PATCH' | 'DELETE',
  { question_id, id }: Pick<CommentRecord, 'question_id' | 'id'>,
  payload?: object,
  headers: Headers = asOperator,
): InjectOptions {
  return { method, url: `${urlOf(question_id)}/${id}`, headers, ...(payload && { payload }) };
}
