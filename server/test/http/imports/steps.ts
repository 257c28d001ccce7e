import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { asOperator, type TestService } from '../../harness.ts';
import { getBody, type ListBody } from '../common.ts';
import type { Headers } from '../credentials.ts';

export { startTestWorker } from '../../analysis/worker.ts';

export interface ImportBody {
  id: string;
  status: string;
  phase: string;
  progress: { completed: number; total: number };
  counts: Record<'read' | 'created' | 'updated' | 'unchanged' | 'duplicate' | 'rejected', number>;
  file_name: string | null;
  format: string;
  encoding: string | null;
  bytes: number;
  sha256: string;
  columns: { header: string; field: string | null }[] | null;
  header_row: number | null;
  repeats: { unchanged: number; duplicate: number; items: object[] } | null;
  preview: Record<string, unknown>[];
  notes: { code: string; detail: string }[];
  error: { code: string; detail: string } | null;
  undo: { status: string; change_id: string; removed: number; restored: number; kept: number } | null;
  completed_at: string | null;
}

export interface ReportBody {
  number: number;
  line: number | null;
  row: number | null;
  sheet: string | null;
  cell: string | null;
  column: string | null;
  code: string;
  detail: string;
  fix: string;
  value: string;
}

export const UNKNOWN_ID = '01a1dcb4-4c4a-75f8-b904-7e31f36f1181';

export type Query = Record<string, string>;

export const HEADER = 'question_text,correct_answer,category,difficulty';

/** A table of questions that differ only in their number. */
export function csvOf(count: number, row: (index: number) => string = plainRow): string {
  return `${HEADER}\n${Array.from({ length: count }, (_, index) => `${row(index)}\n`).join('')}`;
}

export const plainRow = (index: number) =>
  `What is the number ${index} plus one?,${index + 1},Mathematics,${index % 3}`;

export function upload(service: TestService, file: string | Buffer, query: Query = {}, headers: Headers = {}) {
  return service.request({
    method: 'POST',
    url: '/imports',
    query,
    headers: { 'content-type': 'application/octet-stream', ...headers },
    payload: file,
  });
}

export async function queueImport(
  service: TestService,
  file: string | Buffer,
  query: Query = {},
  headers: Headers = {},
) {
  const reply = await upload(service, file, query, headers);
  expect(reply.statusCode, reply.body).toBe(202);
  return reply.json<ImportBody>();
}

/** Polls until the condition holds; the time limit of the test ends a longer wait. */
export async function waitFor(service: TestService, id: string, isOver: (body: ImportBody) => boolean) {
  for (;;) {
    const body = await getBody<ImportBody>(service, `/imports/${id}`, asOperator);
    if (isOver(body)) return body;
    await wait(20);
  }
}

export const hasEnded = ({ phase }: ImportBody) => phase === 'finished';

/** Imports a file with the worker of the test. */
export async function importFile(service: TestService, file: string | Buffer, query: Query = {}): Promise<ImportBody> {
  const { id } = await queueImport(service, file, query);
  return waitFor(service, id, hasEnded);
}

export async function undo(service: TestService, id: string, query: Query = {}): Promise<ImportBody> {
  const reply = await service.request({ method: 'POST', url: `/imports/${id}/revert`, query, headers: asOperator });
  expect(reply.statusCode, reply.body).toBe(202);
  return waitFor(service, id, (body) => body.undo?.status === 'succeeded');
}

export async function reportsOf(service: TestService, id: string): Promise<ReportBody[]> {
  const { data } = await getBody<ListBody<ReportBody>>(service, `/imports/${id}/reports?limit=100`, asOperator);
  return data;
}

export async function rejectsOf(service: TestService, id: string): Promise<string> {
  const reply = await service.request({ url: `/imports/${id}/rejects`, headers: asOperator });
  expect(reply.statusCode).toBe(200);
  return reply.body;
}

export async function countQuestions({ deps }: TestService): Promise<number> {
  const { rows } = await deps.db.reads.query<{ count: number }>({
    text: 'select count(*)::integer as count from questions where deleted_at is null',
  });
  return rows[0]?.count ?? 0;
}
