import type { BulkWork, Skipped } from '../../domain/bulk/bulk-change.ts';
import type { JobError, JobStatus } from '../../domain/jobs.ts';
import type { RequestedFilter } from '../../domain/questions/filter.ts';
import type { Executor } from '../database/database.ts';

export interface BulkChange {
  id: string;
  created_at: Date;
  owner: string;
  actor: string;
  /** The filter as requested; null if questions were named. */
  filter: RequestedFilter | null;
  work: BulkWork;
  matched: number;
  changed: number;
  unchanged: number;
  skipped: number;
  /** The first members that were skipped. */
  skips: readonly Skipped[];
  status: JobStatus;
  /** Members that were examined, in order; later ones are untouched. */
  completed: number;
  error: JobError | null;
}

type NewBulkChange = Pick<BulkChange, 'id' | 'created_at' | 'owner' | 'actor' | 'filter' | 'work' | 'matched'>;

/** The maximum number of skipped members listed. */
export const MAX_SKIPS = 1000;

/** The job record is deleted before the bulk change, so the status falls back to that of the change. */
const COLUMNS = `bulk_changes.id, bulk_changes.created_at, bulk_changes.owner, bulk_changes.actor, filter, work, matched, changed, unchanged, skipped, skips,
  changed + unchanged + skipped as completed, coalesce(jobs.status, changes.status, 'failed') as status, jobs.error`;

export async function insertBulkChange(tx: Executor, bulk: NewBulkChange): Promise<void> {
  const { id, created_at, owner, actor, filter, work, matched } = bulk;
  await tx.query({
    text: `insert into bulk_changes (id, created_at, owner, actor, filter, work, matched) values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [
      id,
      created_at,
      owner,
      actor,
      filter === null ? null : JSON.stringify(filter),
      JSON.stringify(work),
      matched,
    ],
  });
}

export async function findBulkChange(db: Executor, id: string): Promise<BulkChange | undefined> {
  const { rows } = await db.query<BulkChange>({
    name: 'find_bulk_change',
    text: `select ${COLUMNS} from bulk_changes left join changes using (id) left join jobs using (id) where bulk_changes.id = $1`,
    values: [id],
  });
  return rows[0];
}

interface BatchCounts {
  changed: number;
  unchanged: number;
  skips: readonly Skipped[];
}

/** Adds the counts of one transaction. */
export async function addBulkCounts(
  tx: Executor,
  id: string,
  { changed, unchanged, skips }: BatchCounts,
): Promise<void> {
  await tx.query({
    name: 'add_bulk_counts',
    text: `update bulk_changes
              set changed = changed + $2, unchanged = unchanged + $3, skipped = skipped + $4,
                  skips = skips || jsonb_path_query_array($5::jsonb, '$[0 to $last]',
                                     jsonb_build_object('last', ${MAX_SKIPS - 1} - jsonb_array_length(skips)))
            where id = $1`,
    values: [id, changed, unchanged, skips.length, JSON.stringify(skips)],
  });
}
