import type { CategoryCatalogue } from '../../domain/categories.ts';
import type { QuestionFilter } from '../../domain/questions/filter.ts';
import type { Executor } from '../database/database.ts';
import { filterConditions, filterSource, SEARCH_BLOCK, Values } from './conditions.ts';

/** The part of the bank that is still to be read, in creation order. */
export interface ExportRange {
  /** Positions after this one … */
  after: bigint;
  /** … up to this one, the last position when the export began. */
  end: bigint;
}

interface ExportBatch {
  /** The stored JSON of each question, each followed by a line break. */
  lines: string;
  rows: number;
  /** The rest of the range; undefined at the end. */
  rest: ExportRange | undefined;
}

/** About 2,000 questions of the usual size. One question has at most 210 KB. */
const MAX_BATCH_BYTES = 1024 * 1024;
const MAX_BATCH_ROWS = 4000;

/**
 * The next questions that match a filter, as one text. A statement examines at most one block of 65,536 positions,
 * however few questions in it match, so its time does not depend on the size of the bank. Filters name few questions by
 * id, so these need no blocks.
 */
export async function readExportBatch(
  db: Executor,
  filter: QuestionFilter,
  categories: CategoryCatalogue,
  range: ExportRange,
): Promise<ExportBatch> {
  const isNamed = filter.ids !== undefined || filter.external_id !== undefined;
  const block = (range.after + 1n) >> BigInt(SEARCH_BLOCK);
  const blockEnd = ((block + 1n) << BigInt(SEARCH_BLOCK)) - 1n;
  const until = isNamed || blockEnd > range.end ? range.end : blockEnd;
  const values = new Values();
  const where = filterConditions(filter, categories, values, filter.q === undefined || isNamed ? undefined : block);
  const after = values.param(String(range.after), 'bigint');
  const { rows } = await db.query<{ lines: string | null; last: string | null; rows: number; found: number }>({
    text: `select string_agg(body || e'\\n', '' order by position) filter (where fits) as lines,
                  max(position) filter (where fits) as last,
                  count(*) filter (where fits)::integer as rows, count(*)::integer as found
             from (select position, body,
                          row_number() over in_order = 1 or sum(octet_length(body)) over in_order <= ${MAX_BATCH_BYTES} as fits
                     from (select position, body
                             from ${filterSource(filter, values)}
                            where ${where} and position > ${after} and position <= ${values.param(String(until), 'bigint')}
                            order by position
                            limit ${MAX_BATCH_ROWS}) batch
                   window in_order as (order by position rows unbounded preceding)) sized`,
    values: values.list,
  });
  const [{ lines, last, rows: read, found } = { lines: null, last: null, rows: 0, found: 0 }] = rows;
  const isCut = read < found || found === MAX_BATCH_ROWS;
  const reached = isCut && last !== null ? BigInt(last) : until;
  return {
    lines: lines ?? '',
    rows: read,
    rest: reached >= range.end ? undefined : { after: reached, end: range.end },
  };
}

/** The whole bank as of now, or the part after a question; undefined if there is no such question. */
export async function findExportRange(db: Executor, afterId?: string): Promise<ExportRange | undefined> {
  const { rows } = await db.query<{ after: string | null; last: string }>({
    name: 'find_export_range',
    text: `select last_value as last, (select position from questions where id = $1::uuid) as after from questions_position_seq`,
    values: [afterId ?? null],
  });
  const [row] = rows;
  if (row === undefined || (afterId !== undefined && row.after === null)) return undefined;
  return { after: BigInt(row.after ?? 0), end: BigInt(row.last) };
}
