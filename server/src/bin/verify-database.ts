import { readConfig } from '../config/config.ts';
import { QUEUE_SCHEMA } from '../queue/queues.ts';
import { verifyBank } from '../store/verification/verification.ts';
import { closeDeps, connectDeps } from './deps.ts';
import { createLogger } from './logger.ts';

/** Counting 10 M questions by cell and block takes a minute. */
const STATEMENT_TIMEOUT_MS = 600_000;

/** Compares everything derived with its source, and reports each check; returns the number of failed checks. */
export async function verifyDatabase(
  databaseUrl: string,
  report: (line: string, passed: boolean) => void,
): Promise<number> {
  const config = readConfig({ ...process.env, READ_TIMEOUT_MS: String(STATEMENT_TIMEOUT_MS) });
  const deps = await connectDeps(config, databaseUrl, createLogger('warn', 'verify'));
  let wrong = 0;
  let kinds = 0;
  try {
    const bank = { categories: deps.categories.current, queueSchema: QUEUE_SCHEMA };
    for await (const { kind, count, examples } of verifyBank(deps.db.reads, bank)) {
      report(`${count === 0 ? 'ok  ' : 'FAIL'} ${kind}: ${count}`, count === 0);
      for (const example of examples) report(`       ${JSON.stringify(example)}`, false);
      kinds += 1;
      wrong += count > 0 ? 1 : 0;
    }
  } finally {
    await closeDeps(deps);
  }
  report(`${wrong} of ${kinds} checks failed`, false);
  return wrong;
}
