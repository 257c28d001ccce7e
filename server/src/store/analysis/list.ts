import type { AnalysisStatus } from '../../domain/analysis/analysis.ts';
import type { Executor } from '../database/database.ts';
import type { KeysetPage, KeysetRows } from '../database/owned-rows.ts';
import { wholeWithinBudget } from '../database/page-bytes.ts';
import { Values } from '../questions/conditions.ts';
import { ANALYSIS_COLUMNS, type Analysis } from './analyses.ts';

interface AnalysisFilter {
  id?: string | undefined;
  analysis_type?: string | undefined;
  status?: AnalysisStatus | undefined;
  question_id?: string | undefined;
  created_after?: Date | undefined;
  created_before?: Date | undefined;
}

/** Larger totals are given as "at least"; counting 100,000 takes 10 ms. */
const MAX_COUNTED = 100_000;

/** Newest first, as many rows as fit into a page: a run has up to 0.4 MB of ids and 1 MB of results. */
export async function listAnalyses(
  db: Executor,
  filter: AnalysisFilter,
  includeResult: boolean,
  { limit, offset, after }: KeysetPage,
): Promise<KeysetRows<Analysis>> {
  const values = new Values();
  const where = conditions(filter, values);
  const counted = await db.query<{ total: number }>({
    text: `select count(*)::float8 as total from (select from analyses where ${where} limit ${MAX_COUNTED + 1}) counted`,
    values: values.list.slice(),
  });
  const afterCursor = after === undefined ? '' : ` and id < ${values.param(after, 'uuid')}`;
  const result = includeResult ? 'result' : 'null::text as result';
  const { rows } = await db.query<Analysis & { fitting: number | null }>({
    text: wholeWithinBudget(
      `select ${ANALYSIS_COLUMNS}, ${result}, ${ROW_BYTES}${includeResult ? " + octet_length(coalesce(result, ''))" : ''} as bytes
         from analyses where ${where}${afterCursor}
        order by id desc limit ${limit} offset ${offset}`,
      `${SENT_COLUMNS}, result`,
      String(limit - 1),
    ),
    values: values.list,
  });
  const total = counted.rows[0]?.total ?? 0;
  return { rows, total: total > MAX_COUNTED ? { total: null, total_at_least: MAX_COUNTED } : { total } };
}

interface UnfinishedAnalyses {
  type: string;
  state: 'queued' | 'running';
  count: number;
}

/** Served by the index of unfinished runs, of which there are at most `ANALYSES_QUEUED`. */
export async function countUnfinishedByType(db: Executor): Promise<UnfinishedAnalyses[]> {
  const { rows } = await db.query<UnfinishedAnalyses>({
    name: 'count_unfinished_by_type',
    text: `select analysis_type as type, status as state, count(*)::integer as count
             from analyses where status in ('queued', 'running')
            group by 1, 2`,
  });
  return rows;
}

/** The driver reads JSON five times as fast as an array: 10,000 ids took 10 ms each. */
const SENT_COLUMNS = ANALYSIS_COLUMNS.replace('question_ids', 'to_json(question_ids) as question_ids');

/** The bytes of a run in a page without its result. An id with its quotes and comma takes 39 bytes. */
const ROW_BYTES = `700 + octet_length(parameters::text) + octet_length(coalesce(filter::text, '')) + octet_length(coalesce(findings::text, ''))
         + 39 * coalesce(cardinality(question_ids), 0)`;

function conditions(filter: AnalysisFilter, values: Values): string {
  const list = ['true'];
  if (filter.id !== undefined) list.push(`id = ${values.param(filter.id)}`);
  if (filter.analysis_type !== undefined) list.push(`analysis_type = ${values.param(filter.analysis_type)}`);
  if (filter.status !== undefined) list.push(`status = ${values.param(filter.status)}`);
  if (filter.question_id !== undefined) list.push(`question_ids @> array[${values.param(filter.question_id, 'uuid')}]`);
  if (filter.created_after !== undefined) list.push(`created_at > ${values.param(filter.created_after)}`);
  if (filter.created_before !== undefined) list.push(`created_at < ${values.param(filter.created_before)}`);
  return list.join(' and ');
}
