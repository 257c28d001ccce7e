import type { ChangeKind } from '../../domain/changes/change.ts';
import type { JobError, JobStatus } from '../../domain/jobs.ts';
import { firstUuidAt } from '../../domain/uuid.ts';
import type { Executor } from '../database/database.ts';
import type { KeysetPage, KeysetRows } from '../database/owned-rows.ts';
import { CHANGES_OF_QUESTION } from './change-of-version.ts';

export interface ChangeRecord {
  id: string;
  kind: ChangeKind;
  actor: string;
  count: number;
  gone: number;
  conflict_count: number;
  reverts: string | null;
  /** The last change that reverted this one. */
  reverted_by: string | null;
  status: JobStatus;
  /** Null once the record of the job is deleted. */
  completed: number | null;
  total: number | null;
  error: JobError | null;
  completed_at: Date | null;
}

const COLUMNS = `changes.id, changes.kind, changes.actor, changes.count, coalesce(gone, 0) as gone, coalesce(conflict_count, 0) as conflict_count, reverts,
  (select id from changes later where later.reverts = changes.id order by id desc limit 1) as reverted_by,
  coalesce(changes.status, jobs.status, merges.status, 'succeeded') as status,
  coalesce(jobs.completed, merges.completed)::float8 as completed, coalesce(jobs.total, merges.total)::float8 as total, jobs.error,
  coalesce(jobs.completed_at, merges.completed_at) as completed_at`;
/** A change that is written by a job shares its id. */
const JOBS = `left join jobs on jobs.id = changes.id left join category_merges merges on merges.id = changes.id`;

export async function findChange(db: Executor, id: string): Promise<ChangeRecord | undefined> {
  const { rows } = await db.query<ChangeRecord>({
    name: 'find_change',
    text: `select ${COLUMNS} from changes ${JOBS} where changes.id = $1`,
    values: [id],
  });
  return rows[0];
}

/** The latest unfinished revert of the change. */
export async function findRevertUnderWay(tx: Executor, id: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string }>({
    text: `select changes.id from changes join jobs on jobs.id = changes.id
            where reverts = $1 and jobs.completed_at is null limit 1`,
    values: [id],
  });
  return rows[0]?.id;
}

interface ChangeFilter {
  actor?: string | undefined;
  kind?: ChangeKind | undefined;
  question_id?: string | undefined;
  created_after?: Date | undefined;
  created_before?: Date | undefined;
}

/** The maximum number of rows examined for a page if no index serves the filter. The next page continues after them. */
const MAX_EXAMINED = 10_000;
const MIN_EXAMINED = 1000;
const COUNT_LIMIT = 1000;

interface ChangePage extends KeysetRows<ChangeRecord> {
  continuesAfter?: string | undefined;
}

/**
 * Newest first, by the key, which is the time. With a filter on actor or kind a page may be short although more follow.
 */
export async function listChanges(db: Executor, filter: ChangeFilter, page: KeysetPage): Promise<ChangePage> {
  const conditions = conditionsOf(filter);
  // Most pages are filled within the smaller bound.
  const near = await examine(db, conditions, filter, page, MIN_EXAMINED);
  const far = near.continuesAfter === undefined ? near : await examine(db, conditions, filter, page, MAX_EXAMINED);
  return { ...far, total: await countChanges(db, conditions, filter) };
}

/**
 * A page of the matches among `max` examined rows. If they end before the page is full, the next page continues after
 * them.
 */
async function examine(
  db: Executor,
  { rest, values, indexed }: Conditions,
  filter: ChangeFilter,
  { limit, offset, after }: KeysetPage,
  max: number,
): Promise<Omit<ChangePage, 'total'>> {
  const examined = `
    select id, ${rest ?? 'true'} as matches
      from changes
     where ${indexed} and ($4::uuid is null or id < $4) and id >= $5 and id < $6
     order by id desc limit ${rest === undefined ? '$7::bigint + $8::bigint' : max + 1}`;
  const { rows } = await db.query<ChangeRecord & { last_examined: string; examined: number }>({
    text: `with examined as materialized (${examined}),
           page as (select id from examined where matches order by id desc limit $7::bigint offset $8::bigint)
           select ${COLUMNS}, bounds.*
             from (select count(*)::integer as examined, min(id::text)::uuid as last_examined from examined) bounds
             left join (page join changes using (id) ${JOBS}) on true
            order by changes.id desc`,
    values: [...values, after ?? null, ...timeBounds(filter), limit, offset],
  });
  const found = rows.filter(({ id }) => id !== null);
  const [bounds] = rows;
  const cut = rest !== undefined && bounds !== undefined && bounds.examined > max && found.length < limit;
  return {
    rows: found.map(({ last_examined: _last, examined: _examined, ...row }) => row),
    ...(cut && { continuesAfter: bounds.last_examined }),
  };
}

async function countChanges(
  db: Executor,
  { rest, values, indexed }: Conditions,
  filter: ChangeFilter,
): Promise<ChangePage['total']> {
  const { rows } = await db.query<{ found: number; examined: number }>({
    text: `select count(*) filter (where matches)::integer as found, count(*)::integer as examined
             from (select ${rest ?? 'true'} as matches from changes where ${indexed} and $4::uuid is null and id >= $5 and id < $6
                    order by id desc limit ${COUNT_LIMIT + 1}) examined`,
    values: [...values, null, ...timeBounds(filter)],
  });
  const { found = 0, examined = 0 } = rows[0] ?? {};
  return examined > COUNT_LIMIT ? { total: null, total_at_least: Math.min(found, COUNT_LIMIT) } : { total: found };
}

interface Conditions {
  indexed: string;
  rest: string | undefined;
  values: unknown[];
}

/** Conditions that an index serves come first; the rest, if any, are checked for each examined row. */
function conditionsOf({ actor, kind, question_id }: ChangeFilter): Conditions {
  const indexed = ['($1::text is null or true) and ($2::text is null or true) and ($3::uuid is null or true)'];
  const rest: string[] = [];
  if (question_id !== undefined) indexed.push(`id = any(array(${CHANGES_OF_QUESTION('$3')}))`);
  const byPerson = actor?.startsWith('person:') === true;
  if (byPerson) indexed.push(`actor = $2 and actor like 'person:%'`);
  else if (actor !== undefined) rest.push('actor = $2');
  if (kind !== undefined && kind !== 'create' && kind !== 'update')
    indexed.push(`kind = $1 and kind <> 'create' and kind <> 'update'`);
  else if (kind !== undefined)
    // For a person only the index is walked and rows are looked up one by one; otherwise all of that person's changes
    // would be read and sorted.
    rest.push(byPerson ? '(select kind from changes one where one.id = changes.id) = $1' : 'kind = $1');
  return {
    rest: rest.length === 0 ? undefined : rest.join(' and '),
    values: [kind ?? null, actor ?? null, question_id ?? null],
    indexed: indexed.join(' and '),
  };
}

const FIRST = '00000000-0000-0000-0000-000000000000';
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The keys of a span of time: a key begins with its milliseconds. */
function timeBounds({ created_after, created_before }: ChangeFilter): [string, string] {
  return [
    created_after === undefined ? FIRST : firstUuidAt(new Date(created_after.getTime() + 1)),
    created_before === undefined ? LAST : firstUuidAt(created_before),
  ];
}
