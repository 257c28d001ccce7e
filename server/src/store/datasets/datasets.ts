import type { RequestedFilter } from '../../domain/questions/filter.ts';
import type { ValueCount } from '../../domain/value-tally.ts';
import { AppError } from '../../errors.ts';
import { lockCount } from '../database/count-lock.ts';
import type { Executor } from '../database/database.ts';
import type { KeysetPage, KeysetRows } from '../database/owned-rows.ts';

export interface LicenseSummary {
  licenses: ValueCount[];
  other_licenses: number;
  sources: ValueCount[];
  other_sources: number;
}

export interface Dataset {
  id: string;
  name: string | null;
  filter: RequestedFilter;
  status: 'pending' | 'ready' | 'failed';
  question_count: number;
  gone: number;
  content_hash: string | null;
  licenses: LicenseSummary | null;
  created_at: Date;
  created_by: string;
}

/** The maximum number of datasets per principal. */
const MAX_DATASETS = 1000;
/** The maximum number of questions that they may name together: 400 MB. */
export const MAX_NAMED_QUESTIONS = 20_000_000;

/**
 * Called after the new dataset is stored, because naming its questions may take seconds: only this check makes others
 * wait.
 */
export async function requireDatasetQuota(tx: Executor, principal: string): Promise<void> {
  await lockCount(tx, 'datasets', principal);
  const { rows } = await tx.query<{ datasets: number; questions: number }>({
    name: 'count_datasets',
    text: `select count(*)::integer as datasets, coalesce(sum(question_count), 0)::float8 as questions
             from datasets where created_by = $1`,
    values: [principal],
  });
  const { datasets = 0, questions = 0 } = rows[0] ?? {};
  if (datasets > MAX_DATASETS)
    throw new AppError('quota_exceeded', {
      detail: `You have reached the limit of ${MAX_DATASETS} datasets.`,
    });
  if (questions > MAX_NAMED_QUESTIONS) {
    const limit = MAX_NAMED_QUESTIONS.toLocaleString('en');
    const detail = `Your datasets would name more than ${limit} questions; that is the limit. Delete one, or narrow the filter.`;
    throw new AppError('quota_exceeded', { detail });
  }
}

/** The job that reads the questions of a dataset shares its id. */
const COLUMNS = `datasets.id, name, filter, question_count::float8 as question_count, gone::float8 as gone, content_hash, licenses,
  datasets.created_at, created_by,
  case when content_hash is not null then 'ready'
       when exists (select from jobs where jobs.id = datasets.id and completed_at is null) then 'pending'
       else 'failed' end as status`;

export async function insertDataset(
  tx: Executor,
  { id, name, filter, created_at, created_by }: Pick<Dataset, 'id' | 'name' | 'filter' | 'created_at' | 'created_by'>,
): Promise<void> {
  await tx.query({
    text: `insert into datasets (id, name, filter, created_at, created_by, question_count) values ($1, $2, $3, $4, $5, 0)`,
    values: [id, name, JSON.stringify(filter), created_at, created_by],
  });
}

export async function findDataset(db: Executor, id: string): Promise<Dataset | undefined> {
  const { rows } = await db.query<Dataset>({
    name: 'find_dataset',
    text: `select ${COLUMNS} from datasets where id = $1`,
    values: [id],
  });
  return rows[0];
}

/** Newest first. The total is exact, since a principal has at most 1,000. */
export async function listDatasets(db: Executor, { limit, offset, after }: KeysetPage): Promise<KeysetRows<Dataset>> {
  const { rows } = await db.query<Dataset>({
    text: `select ${COLUMNS} from datasets where ($3::uuid is null or id < $3) order by id desc limit $1 offset $2`,
    values: [limit, offset, after ?? null],
  });
  const counted = await db.query<{ total: number }>({ text: 'select count(*)::float8 as total from datasets' });
  return { rows, total: { total: counted.rows[0]?.total ?? 0 } };
}

export async function updateDatasetSummary(
  tx: Executor,
  id: string,
  { content_hash, licenses }: { content_hash: string; licenses: LicenseSummary },
): Promise<void> {
  await tx.query({
    text: 'update datasets set content_hash = $2, licenses = $3 where id = $1',
    values: [id, content_hash, JSON.stringify(licenses)],
  });
}

/** Deletes a dataset with everything it names; `owner` null stands for anybody. False if it does not exist. */
export async function deleteDataset(tx: Executor, id: string, owner: string | null): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: 'delete from datasets where id = $1 and ($2::text is null or created_by = $2)',
    values: [id, owner],
  });
  return rowCount === 1;
}
