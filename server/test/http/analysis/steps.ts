import { readFile } from 'node:fs/promises';
import type { InjectOptions } from 'fastify';
import { expect } from 'vitest';
import { type AnalysisRecord, runToEnd } from '../../analysis/worker.ts';
import { draft, type StoredQuestion, type TestService } from '../../harness.ts';
import type { Headers } from '../credentials.ts';

/** Steps shared by the tests of analyses. */

export type { AnalysisRecord } from '../../analysis/worker.ts';
export { runToEnd, startTestWorker } from '../../analysis/worker.ts';

export const UNKNOWN_ID = '00000000-0000-7000-8000-00000000ffff';
export const NOT_IDS = [UNKNOWN_ID, 'nonsense', '1', '%00', `${UNKNOWN_ID}x`];
/** Settings of a service without a worker, where runs accumulate. */
export const MANY = { ANALYSES_UNFINISHED: '100000', ANALYSES_QUEUED: '100000' };

export function runRequest(payload: object, headers: Headers = {}): InjectOptions {
  return { method: 'POST', url: '/analysis/run', payload, headers };
}

/** Starts a run that stays queued because there is no worker. */
export async function queueRun(
  service: TestService,
  payload: object = { analysis_type: 'coverage', filter: {} },
  headers: Headers = {},
): Promise<AnalysisRecord> {
  const reply = await service.request(runRequest(payload, { prefer: 'respond-async', ...headers }));
  expect(reply.statusCode, reply.body).toBe(202);
  return reply.json<AnalysisRecord>();
}

export async function getRun(service: TestService, id: string): Promise<AnalysisRecord> {
  const reply = await service.request({ url: `/analysis/${id}` });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<AnalysisRecord>();
}

/** Questions of all kinds: one is much longer than the others, one has a flaw. */
export function createBank(service: TestService): Promise<StoredQuestion[]> {
  const short = Array.from({ length: 24 }, (_, index) =>
    draft({
      question_text: `Which planet is number ${index}?`,
      category: index % 3 === 0 ? 'Geography' : 'Astronomy',
      difficulty: index % 2,
      topic_focus: index % 4 === 0 ? null : `topic ${index % 4}`,
    }),
  );
  const long = draft({ question_text: `Which of these ${'very '.repeat(150)}large planets is the largest?` });
  const flawed = draft({
    question_text: 'Which of these is not a planet?',
    correct_answer: 'The Sun, which is a star and by far the largest body of the whole system',
    incorrect_answers: ['Mars', 'Venus', 'All of the above'],
  });
  return service.create([...short, long, flawed]);
}

/** Required parameters of each type. */
const NEEDED: Readonly<Record<string, object>> = { set_comparison: { other: { filter: { difficulty: 0 } } } };

/** Runs a type over the whole bank, for its result and rows. */
export function runWhole(
  service: TestService,
  analysis_type: string,
  parameters: object = NEEDED[analysis_type] ?? {},
) {
  return runToEnd(service, { analysis_type, filter: {}, parameters });
}

/** The demo bank, in which every type finds something. */
export async function createDemoBank(service: TestService): Promise<StoredQuestion[]> {
  const file = new URL('../../../demo/questions.json', import.meta.url);
  return service.create(JSON.parse(await readFile(file, 'utf8')) as object[]);
}

/** Types of the events in the outbox about an analysis, oldest first. */
export async function eventTypes({ deps }: TestService, id: string): Promise<string[]> {
  const { rows } = await deps.db.reads.query<{ type: string }>({
    text: 'select type from events where resource_id = $1 order by sequence',
    values: [id],
  });
  return rows.map((row) => row.type);
}

export async function countRows({ deps }: TestService, table: string, condition = 'true'): Promise<number> {
  const { rows } = await deps.db.writes.query<{ count: number }>(
    `select count(*)::integer as count from ${table} where ${condition}`,
  );
  return rows[0]?.count ?? 0;
}

/** Counts the jobs ever queued for an analysis. */
export function countJobs(service: TestService, id: string): Promise<number> {
  return countRows(service, 'pgboss.job', `data ->> 'analysis_id' = '${id}'`);
}
