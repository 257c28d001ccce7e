import type { Deps } from '../deps.ts';
import { deleteExpiredAnalyses } from '../store/analysis/analyses.ts';
import { deleteItems, listItemOwners } from '../store/analysis/items.ts';
import { deleteAssignmentsDoneBefore } from '../store/assignments/assignments.ts';
import { deleteAuditBefore } from '../store/audit.ts';
import { deleteVoidBulkChanges } from '../store/bulk/sweep.ts';
import { deleteCategoriesEndedBefore } from '../store/categories/categories.ts';
import { deleteGoneChanges } from '../store/changes/gone.ts';
import { deleteDailyStorageBefore } from '../store/daily-storage.ts';
import { inTransaction, type Pool } from '../store/database/database.ts';
import { deleteRowDismissalsWithdrawnBefore, deleteVoidDismissals } from '../store/dismissals/dismissals.ts';
import { deleteDrawsUnusedSince } from '../store/draws.ts';
import { deleteDismissalsWithdrawnBefore } from '../store/duplicates/dismissals.ts';
import { deleteEventsBefore } from '../store/events.ts';
import { deleteIdempotencyKeysBefore } from '../store/idempotency/keys.ts';
import { deleteImportsBefore, deleteUploadsBefore } from '../store/imports/imports.ts';
import { deleteJobsBefore } from '../store/jobs.ts';
import { deleteLinksBefore } from '../store/people/links.ts';
import { deletePeopleRemovedBefore } from '../store/people/people.ts';
import { deleteSessionsUnusedSince } from '../store/people/sessions.ts';
import { deleteEmptyTopics, type TopicPlace } from '../store/questions/counts.ts';
import { FIRST_ID } from '../store/questions/derived-columns.ts';
import { deletePurgeableQuestions } from '../store/questions/purge.ts';
import { deleteUsedAttemptsBefore } from '../store/sign-in/used-attempts.ts';
import { deleteAccessTokensBefore } from '../store/tokens/access-tokens.ts';
import { deleteTokensEndedBefore } from '../store/tokens/tokens.ts';
import { deleteDeliveriesBefore } from '../store/webhooks/deliveries.ts';

export interface SweepStep {
  name: string;
  /** Does not depend on the time. */
  timeless?: true;
  /** Deletes up to `limit` rows and returns their number; fewer than `limit` means that there are no more. */
  run: (now: Date, limit: number) => Promise<number>;
}

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

type DeleteBefore = (db: Pool, before: Date, limit: number) => Promise<number>;

/** How long everything is kept: the table in docs/explanation/limits.md. */
export function sweepSteps({ db: { writes }, config }: Deps): SweepStep[] {
  const after = (name: string, ageMs: number, remove: DeleteBefore): SweepStep => ({
    name,
    run: (now, limit) => remove(writes, new Date(now.getTime() - ageMs), limit),
  });
  return [
    after('idempotency keys', DAY_MS, deleteIdempotencyKeysBefore),
    after('access tokens', 0, deleteAccessTokensBefore),
    after('used attempts to sign in', 0, deleteUsedAttemptsBefore),
    after('ended tokens', 30 * DAY_MS, deleteTokensEndedBefore),
    after('sessions', config.sessionIdleSeconds * 1000, deleteSessionsUnusedSince),
    after('links to sign in', 0, deleteLinksBefore),
    after('removed people', config.auditDays * DAY_MS, deletePeopleRemovedBefore),
    after('draws', 30 * DAY_MS, deleteDrawsUnusedSince),
    after('analyses', 0, deleteExpiredAnalyses),
    { name: 'orphaned rows of analyses', timeless: true, run: orphanedItems(writes) },
    { name: 'topics without questions', timeless: true, run: emptyTopics(writes) },
    after('events', 7 * DAY_MS, deleteEventsBefore),
    after('deliveries to webhooks', 7 * DAY_MS, deleteDeliveriesBefore),
    after('ended jobs', 30 * DAY_MS, deleteJobsBefore),
    after('uploads cut off', HOUR_MS, deleteUploadsBefore),
    after('imports', 30 * DAY_MS, deleteImportsBefore),
    after('deleted questions', 30 * DAY_MS + HOUR_MS, deletePurgeableQuestions),
    { name: 'changes without history', timeless: true, run: (_, limit) => deleteGoneChanges(writes, limit) },
    { name: 'bulk changes without history', run: voidBulkChanges(writes) },
    after('withdrawn dismissals of pairs', (config.analysisDays + 1) * DAY_MS, deleteDismissalsWithdrawnBefore),
    after('withdrawn dismissals of rows', (config.analysisDays + 1) * DAY_MS, deleteRowDismissalsWithdrawnBefore),
    { name: 'void dismissals', run: voidDismissals(writes) },
    after('assignments that are done', 90 * DAY_MS, deleteAssignmentsDoneBefore),
    after('audit log', config.auditDays * DAY_MS, (pool, before, limit) =>
      inTransaction(pool, (tx) => deleteAuditBefore(tx, before, limit)),
    ),
    // Deleted questions and unused draws that name them are gone by then.
    after('ended categories', 60 * DAY_MS, deleteCategoriesEndedBefore),
    after('daily storage', 2 * DAY_MS, deleteDailyStorageBefore),
  ];
}

const RESULTS_AT_ONCE = 200;
/** A row of the table contains many rows of a result, and sometimes a megabyte. */
const ITEMS_AT_ONCE = 100;

/** Walks over the results, some in each turn, and deletes those that belong to no run. */
function orphanedItems(db: Pool): SweepStep['run'] {
  let after = FIRST_ID;
  return async (_, limit) => {
    const results = await listItemOwners(db, after, RESULTS_AT_ONCE);
    for (const { items_id, owned } of results) {
      if (!owned && (await deleteItems(db, items_id, ITEMS_AT_ONCE)) === ITEMS_AT_ONCE) return limit; // there are more
      after = items_id;
    }
    if (results.length === RESULTS_AT_ONCE) return limit;
    after = FIRST_ID;
    return 0;
  };
}

/** Walks over the counts by topic, some in each turn. */
function emptyTopics(db: Pool): SweepStep['run'] {
  let after: TopicPlace | undefined;
  return async (_, limit) => {
    after = await deleteEmptyTopics(db, after, limit);
    return 0; // the others wait for the next turn, because they do no harm
  };
}

/**
 * Walks over the dismissals, some in each turn, and deletes those whose question was changed more than a day ago: no
 * current run needs them.
 */
function voidDismissals(db: Pool): SweepStep['run'] {
  let after = FIRST_ID;
  return async (now, limit) => {
    after = (await deleteVoidDismissals(db, { after, limit }, new Date(now.getTime() - DAY_MS))) ?? FIRST_ID;
    return 0; // the others wait for the next turn, as above
  };
}

/** Walks over the bulk changes in the same way; their jobs are deleted after 30 days. */
function voidBulkChanges(db: Pool): SweepStep['run'] {
  let after = FIRST_ID;
  return async (now, limit) => {
    after = (await deleteVoidBulkChanges(db, { after, limit }, new Date(now.getTime() - 30 * DAY_MS))) ?? FIRST_ID;
    return 0;
  };
}
