import type { Deps } from '../../deps.ts';
import type { JobError } from '../../domain/jobs.ts';
import { AppError } from '../../errors.ts';
import { endImport } from '../../operations/imports/end-import.ts';
import { type RecordedJob, recordedJob } from '../../queue/recorded-job.ts';
import { findImport } from '../../store/imports/imports.ts';
import { checkFile } from './check.ts';
import { ParserError, type Parsers, startParsers } from './parsers.ts';
import { writeFile } from './write.ts';

/** An import has its own tables, so the job has no data. */
type RunImport = Record<string, never>;

declare module '../../queue/queue.ts' {
  interface Jobs {
    'import.run': Recorded<RunImport>;
  }
}

const CONCURRENCY = 2;
/** Two slow imports do not delay others. */
const QUICK_CONCURRENCY = 1;
/** About 15,000 questions. */
const MAX_QUICK_BYTES = 2 * 2 ** 20;

/** Checks a file, then writes its questions. If that fails or is canceled, another job reverts what was written. */
export const runImport = recordedJob<Deps, 'import.run', RunImport, Parsers>({
  name: 'import.run',
  concurrency: CONCURRENCY,
  quickConcurrency: QUICK_CONCURRENCY,
  // A long import may outlive many workers that are killed.
  retries: { limit: 50, delaySeconds: 1, maxDelaySeconds: 30 },
  isPermanent: (error) => error instanceof ParserError,
  open: (_deps, warn) => startParsers(CONCURRENCY + QUICK_CONCURRENCY, warn),
  close: (parsers) => parsers.close(),
  handle: async (job, deps, parsers) => {
    try {
      return await runFile(job, deps, parsers);
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      return { code: error.code, detail: error.detail };
    }
  },
  onEnd: (tx, id, status, deps) => endImport(deps, tx, id, status),
});

async function runFile(
  job: RecordedJob<RunImport>,
  deps: Deps,
  parsers: Parsers,
): Promise<'done' | 'again' | 'slow' | JobError> {
  const { id } = job.record;
  const record = await findImport(deps.db.writes, id, null);
  if (record === undefined) return 'done';
  if (!job.slow && record.bytes > MAX_QUICK_BYTES) return 'slow';
  if (record.checked_at === null) {
    const checked = await checkFile(job, deps, record, parsers);
    if (checked === 'slow') return 'slow';
    if (checked === 'stopped') return 'again';
    if (checked !== 'valid') return checked.error;
    if (record.options.dry_run) return 'done';
  }
  const checked = (await findImport(deps.db.writes, id, null)) ?? record;
  const written = await writeFile(job, deps, checked, parsers);
  if (written === 'stopped') return 'again';
  return written === 'written' ? 'done' : written.error;
}
