import { pino } from 'pino';
import { afterAll } from 'vitest';
import { startAnalysisWorker } from '../../src/worker/analysis/index.ts';
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
  findings: string[] | null;
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

const running: { stop(): Promise<void> }[] = [];
afterAll(async () => {
  await Promise.all(running.splice(0).map((worker) => worker.stop()));
});

/** A worker in this process, ended with the file; end it yourself to show what happens without one. */
export async function startTestWorker({ deps }: Pick<TestService, 'deps'>): Promise<{ stop(): Promise<void> }> {
  const worker = await startAnalysisWorker(deps, pino({ level: 'silent' }));
  let stopped: Promise<void> | undefined;
  const once = { stop: () => (stopped ??= worker.stop()) };
  running.push(once);
  return once;
}

/** Runs an analysis and waits for its end. */
export async function runToEnd(service: TestService, body: object): Promise<AnalysisRecord> {
  const answer = await service.request({
    method: 'POST',
    url: '/analysis/run',
    headers: { prefer: 'wait=30' },
    payload: body,
  });
  if (answer.statusCode !== 201) throw new Error(`not finished: ${answer.statusCode} ${answer.body.slice(0, 2000)}`);
  return answer.json<AnalysisRecord>();
}

/** The same for what may take minutes on a busy machine. */
export async function runAtLeisure(service: TestService, body: object): Promise<AnalysisRecord> {
  const headers = { prefer: 'respond-async' };
  const answer = await service.request({ method: 'POST', url: '/analysis/run', headers, payload: body });
  return waitAtLeisure(service, answer.json<AnalysisRecord>().id);
}

export async function waitAtLeisure(service: TestService, id: string): Promise<AnalysisRecord> {
  for (;;) {
    const answer = await service.request({ url: `/analysis/${id}`, headers: { prefer: 'wait=30' } });
    const run = answer.json<AnalysisRecord>();
    if (run.completed_at !== null) return run;
  }
}
