import type { InjectOptions } from 'fastify';
import { expect } from 'vitest';
import { asOperator, type TestService } from '../../harness.ts';
import type { Headers } from '../credentials.ts';

export const url = '/assignments';

export interface AssignmentRecord {
  id: string;
  analysis_type: string;
  question_id: string | null;
  question_ids: [string, string] | null;
  about: string[] | null;
  person: string;
  person_name: string | null;
  done: boolean;
  done_at: string | null;
  created_at: string;
  created_by: string;
  updated_at: string;
  version: number;
}

export function assignment(payload: object, headers: Headers = asOperator): InjectOptions {
  return { method: 'POST', url, headers, payload };
}

export async function assign(
  service: TestService,
  payload: object,
  headers: Headers = asOperator,
): Promise<AssignmentRecord> {
  const reply = await service.request(assignment(payload, headers));
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json<AssignmentRecord>();
}

export function asked(
  method: 'PATCH' | 'DELETE',
  id: string,
  payload?: object,
  headers: Headers = asOperator,
): InjectOptions {
  return { method, url: `${url}/${id}`, headers, ...(payload && { payload }) };
}
