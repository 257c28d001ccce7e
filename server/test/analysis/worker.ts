import { pino } from 'pino';
import { startConsumer } from '../../src/queue/consumer.ts';
import { JOB_KINDS } from '../../src/worker/jobs.ts';
import { atFileEnd } from '../file-end.ts';
import type { TestService } from '../harness.ts';

export interface AnalysisRecord {
  id: string;
  analysis_type: string;
  status: string;
  parameters: Record<string, unknown>;
  question_ids: string[] | null;
  filter: object | null;
  question_count: number | null;
  progress: { completed: number; total: number; phase: string };
  findings:
    | { severity: string; text: string; next_step: string | null; count: number | null; items: string | null }[]
    | null;
  result: { summary: Record<string, unknown>; plots: { id: string; kind: string }[]; [key: string]: unknown } | null;
  error: { code: string; detail: string } | null;
  engine_version: string;
  snapshot_at: string | null;
  created_at: string;
  started_at: string | null;
  completed_at: string | null;
  expires_at: string;
  duration_ms: number | null;
}

/** A worker in this process, which ends with the file; end it earlier to test what happens without one. */
export async function startTestWorker({ deps }: Pick<TestService, 'deps'>): Promise<{ stop(): Promise<void> }> {
  const worker = await startConsumer(deps, JOB_KINDS, pino({ level: 'silent' }));
  let stopped: Promise<void> | undefined;
  const once = { stop: () => (stopped ??= worker.stop()) };
  atFileEnd(once.stop);
  return once;
}

/** Runs an analysis and waits for its end. */
export async function runToEnd(service: TestService, body: object): Promise<AnalysisRecord> {
  const reply = await service.request({
    method: 'POST',
    url: '/analysis/run',
    headers: { prefer: 'wait=30' },
    payload: body,
  });
  if (reply.statusCode !== 201) throw new Error(`not finished: ${reply.statusCode} ${reply.body.slice(0, 2000)}`);
  return reply.json<AnalysisRecord>();
}

/** Like `runToEnd`, for runs that may take minutes on a busy machine. */
export async function runAtLeisure(service: TestService, body: object): Promise<AnalysisRecord> {
  const headers = { prefer: 'respond-async' };
  const reply = await service.request({ method: 'POST', url: '/analysis/run', headers, payload: body });
  return waitAtLeisure(service, reply.json<AnalysisRecord>().id);
}

export async function waitAtLeisure(service: TestService, id: string): Promise<AnalysisRecord> {
  for (;;) {
    const reply = await service.request({ url: `/analysis/${id}`, headers: { prefer: 'wait=30' } });
    const run = reply.json<AnalysisRecord>();
    if (run.completed_at !== null) return run;
  }
}
