import type { CategoryCatalogue } from '../../domain/categories.ts';
import type { Executor } from '../database/database.ts';
import { findDerivedColumn } from '../questions/derived-columns.ts';
import { ACCESS_CHECKS } from './access-checks.ts';
import { analysisChecks } from './analysis-checks.ts';
import { BULK_CHECKS } from './bulk-checks.ts';
import { CATEGORY_CHECKS } from './category-checks.ts';
import { CHANGE_CHECKS } from './change-checks.ts';
import { type Check, type Difference, runCheck, runWalk } from './check.ts';
import { BLOCKS, COUNT_CHECKS, TAGS, TOPICS } from './count-checks.ts';
import { DATASET_CHECKS } from './dataset-checks.ts';
import { HISTORY_CHECKS } from './history-checks.ts';
import { IMPORT_CHECKS } from './import-checks.ts';
import { QUESTION_CHECKS } from './question-checks.ts';
import { questionWalk } from './question-walk.ts';
import { TEAM_CHECKS } from './team-checks.ts';
import { CHANGED_FIELDS, DRAW_STARTS, FINGERPRINTS, VERSION_BODIES } from './walks.ts';
import { WEBHOOK_CHECKS } from './webhook-checks.ts';

interface VerifiedBank {
  categories: CategoryCatalogue;
  /** The schema of the jobs of analyses. */
  queueSchema: string;
}

/**
 * Compares every derived column with what it is derived from, and checks every reference. Yields each kind that it has
 * checked. Which columns are truth and which are derived: test/verification/columns.ts.
 */
export async function* verifyBank(
  db: Executor,
  { categories, queueSchema }: VerifiedBank,
): AsyncGenerator<Difference, void> {
  const checks = [
    ...COUNT_CHECKS,
    ...QUESTION_CHECKS,
    ...CATEGORY_CHECKS,
    ...HISTORY_CHECKS,
    ...CHANGE_CHECKS,
    ...BULK_CHECKS,
    ...DATASET_CHECKS,
    ...analysisChecks(queueSchema),
    ...IMPORT_CHECKS,
    ...ACCESS_CHECKS,
    ...WEBHOOK_CHECKS,
    ...TEAM_CHECKS,
  ];
  for (const check of checks) yield* await runCheck(db, check);
  const progress = {
    body: await findDerivedColumn(db, 'body'),
    features: await findDerivedColumn(db, 'features'),
  };
  yield* await runWalk(db, questionWalk(categories, progress));
  yield* await runWalk(db, VERSION_BODIES);
  yield* await runWalk(db, CHANGED_FIELDS);
  yield* await runWalk(db, DRAW_STARTS);
  yield* await runWalk(db, FINGERPRINTS);
}

/** The kinds of differences that occur at least once. */
export async function listDifferences(db: Executor, bank: VerifiedBank): Promise<Difference[]> {
  const differences: Difference[] = [];
  for await (const difference of verifyBank(db, bank)) if (difference.count > 0) differences.push(difference);
  return differences;
}

export const listWrongBlocks = (db: Executor) => findWrong(db, BLOCKS);
export const listWrongTopics = (db: Executor) => findWrong(db, TOPICS);
export const listWrongTags = (db: Executor) => findWrong(db, TAGS);

async function findWrong(db: Executor, check: Check): Promise<Difference[]> {
  return (await runCheck(db, check)).filter(({ count }) => count > 0);
}
