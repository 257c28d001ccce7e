import type { Deps } from '../deps.ts';
import { deleteAccessTokensBefore } from '../store/access-tokens.ts';
import { deleteAnalysis, listExpiredAnalyses } from '../store/analyses.ts';
import { deleteOrphanedItems } from '../store/analysis-items.ts';
import { inTransaction } from '../store/database.ts';
import { deleteDrawsUnusedSince } from '../store/draws.ts';
import { deleteEventsBefore } from '../store/events.ts';
import { deleteIdempotencyKeysBefore } from '../store/idempotency-keys.ts';
import { deletePurgeableQuestions } from '../store/question-purge.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const BATCH = 5000;

/** Forgets what is past its time: expired access tokens and analyses, keys of requests after a day, events after a week, deleted questions and idle draws after 30. */
export async function sweep({ db, now }: Deps): Promise<void> {
  const before = (age: number) => new Date(now().getTime() - age);
  await deleteIdempotencyKeysBefore(db.writes, before(DAY_MS));
  await deleteAccessTokensBefore(db.writes, now());
  await deleteDrawsUnusedSince(db.writes, before(30 * DAY_MS));
  await inBatches(() => deleteExpiredAnalyses(db, now()));
  await deleteOrphanedItems(db.writes);
  await inBatches(() => deleteEventsBefore(db.writes, before(7 * DAY_MS), BATCH));
  await inBatches(() => deletePurgeableQuestions(db.writes, before(30 * DAY_MS + HOUR_MS), BATCH));
}

async function deleteExpiredAnalyses({ reads, writes }: Deps['db'], now: Date): Promise<number> {
  const expired = await listExpiredAnalyses(reads, now, BATCH);
  for (const id of expired) await inTransaction(writes, (tx) => deleteAnalysis(tx, id));
  return expired.length;
}

/** Small transactions: none holds locks for long, and one that is cut short has lost nothing. */
async function inBatches(step: () => Promise<number>): Promise<void> {
  while ((await step()) >= BATCH);
}
