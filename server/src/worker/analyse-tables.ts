import { withConnection } from '../store/database/connection.ts';
import type { Database } from '../store/database/database.ts';
import { analyseTable, listUnanalysedTables } from '../store/database/planner-statistics.ts';

/** Analysing a table of 10 M rows takes seconds: PostgreSQL reads a sample of 30,000 pages. */
const LIMITS = { applicationName: 'quaestor analyse', statementTimeoutMs: 120_000, lockTimeoutMs: 5000 };

/** Creates planner statistics for tables that have none, one table after the other in one process. */
export async function analyseTables(
  { reads, url }: Pick<Database, 'reads' | 'url'>,
  signal: AbortSignal,
): Promise<number> {
  const names = await listUnanalysedTables(reads);
  if (names.length === 0) return 0;
  return withConnection(url, LIMITS, async (client) => {
    const failures: unknown[] = [];
    let analysed = 0;
    for (const name of names) {
      if (signal.aborted) break;
      try {
        if (await analyseTable(client, name)) analysed += 1;
      } catch (error) {
        failures.push(error); // the other tables need statistics, too
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'tables could not be analysed');
    return analysed;
  });
}
