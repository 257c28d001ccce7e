import type { Context } from '../context.ts';
import { startApi, startWorkerProcess } from '../processes.ts';
import { untilDerived } from '../settle.ts';
import { timeAnalysis } from './run-analysis.ts';

const OPEN = { ANONYMOUS_SCOPES: 'questions:read,questions:write,analysis:read,analysis:run' };

/** Starts an API and `workers` worker processes, and waits until they are ready. */
export async function withServices<Result>(
  { databaseUrl, db }: Context,
  workers: number,
  work: (origin: string, workerPids: readonly number[]) => Promise<Result>,
  environment: Record<string, string> = {},
): Promise<Result> {
  const api = await startApi(databaseUrl, OPEN);
  const started = Array.from({ length: workers }, () => startWorkerProcess(databaseUrl, environment));
  try {
    if (workers > 0) {
      await untilDerived(db);
      await untilAnalysed(api.origin);
    }
    return await work(
      api.origin,
      started.map(({ pid }) => pid),
    );
  } finally {
    await Promise.all([api.stop(), ...started.map((worker) => worker.stop())]);
  }
}

/** Once a first analysis has succeeded, the workers and their threads are running. */
async function untilAnalysed(origin: string): Promise<void> {
  for (let filter = 0; filter < 3; filter += 1) {
    await timeAnalysis(origin, {
      analysis_type: 'text_statistics',
      filter: { difficulty: filter, topic_focus: 'River facts' },
    });
  }
}
