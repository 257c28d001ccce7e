import type { AnalysisStatus } from '../domain/analysis.ts';
import { ANALYSIS_COLUMNS, type Analysis } from './analyses.ts';
import type { Executor } from './database.ts';
import type { KeysetPage, KeysetRows } from './owned-rows.ts';
import { Values } from './question-conditions.ts';

export interface AnalysisFilter {
  id?: string | undefined;
  analysis_type?: string | undefined;
  status?: AnalysisStatus | undefined;
  question_id?: string | undefined;
  created_after?: Date | undefined;
  created_before?: Date | undefined;
}

/** Newest first. Runs are kept for weeks and number thousands, so they are counted. */
export async function listAnalyses(
  db: Executor,
  filter: AnalysisFilter,
  includeResult: boolean,
  { limit, offset, after }: KeysetPage,
): Promise<KeysetRows<Analysis>> {
  const values = new Values();
  const where = conditions(filter, values);
  const counted = await db.query<{ total: number }>({
    text: `select count(*)::float8 as total from analyses where ${where}`,
    values: values.list.slice(),
  });
  const behind = after === undefined ? '' : ` and id < ${values.param(after, 'uuid')}`;
  const { rows } = await db.query<Analysis>({
    text: `select ${ANALYSIS_COLUMNS}, ${includeResult ? 'result' : 'null as result'}
             from analyses where ${where}${behind}
            order by id desc limit ${values.param(limit)} offset ${values.param(offset)}`,
    values: values.list,
  });
  return { rows, total: { total: counted.rows[0]?.total ?? 0 } };
}

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
