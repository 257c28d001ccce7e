import type { CategoryCatalogue } from '../../domain/categories.ts';
import type { QuestionFilter } from '../../domain/questions/filter.ts';
import { presentStored } from '../../domain/questions/question.ts';
import type { Executor } from '../database/database.ts';
import { filterConditions, filterSource, Values } from '../questions/conditions.ts';
import { MAX_NAMED_QUESTIONS } from './datasets.ts';

const CHUNK = 1000;
const MAX_BATCH_BYTES = 1024 * 1024;

/**
 * Names all questions that match a filter, with their versions, in creation order. One statement sees one state of the
 * bank, however long it takes. Returns how many there are.
 */
export async function insertDatasetChunks(
  tx: Executor,
  datasetId: string,
  filter: QuestionFilter,
  categories: CategoryCatalogue,
): Promise<number> {
  const values = new Values();
  const id = values.param(datasetId, 'uuid');
  const where = filterConditions(filter, categories, values);
  const { rows } = await tx.query<{ count: number }>({
    text: `
      with named as (
        insert into dataset_chunks (dataset_id, ordinal, positions, question_ids, versions)
        select ${id}, ordinal, int8range(min(position), max(position), '[]'),
               array_agg(id order by position), array_agg(version order by position)
          from (select position, id, version, (row_number() over (order by position) - 1) / ${CHUNK} as ordinal
                  from (select position, questions.id, version from ${filterSource(filter, values)} where ${where} limit ${MAX_NAMED_QUESTIONS + 1}) meant) numbered
         group by ordinal
        returning cardinality(question_ids) as size),
      counted as (select coalesce(sum(size), 0) as count from named)
      update datasets set question_count = counted.count
        from counted where datasets.id = ${id}
      returning counted.count::float8 as count`,
    values: values.list,
  });
  return rows[0]?.count ?? 0;
}

/** The question of a dataset after which to continue. */
export interface DatasetPlace {
  ordinal: number;
  /** Questions of the chunk that have been read. */
  place: number;
}

interface DatasetBatch {
  /** The questions as they were, one per line; purged ones are missing. */
  lines: string;
  rest: DatasetPlace | undefined;
}

/** The next questions of a dataset, at most a chunk. */
export async function readDatasetBatch(
  db: Executor,
  datasetId: string,
  { ordinal, place }: DatasetPlace,
): Promise<DatasetBatch> {
  const { rows } = await db.query<{ body: string | null; body_version: number | null; place: number; size: number }>({
    name: 'read_dataset_batch',
    text: `
      select body, body_version, place::float8 as place, size
        from (select named.place, size, body, body_version,
                     sum(octet_length(body)) over in_order as running, row_number() over in_order as nth
                from (select named.place, cardinality(question_ids) as size,
                             coalesce(questions.body, former.body) as body,
                             coalesce(questions.body_version, former.body_version) as body_version
                        from dataset_chunks
                       cross join lateral unnest(question_ids, versions) with ordinality as named (id, version, place)
                        left join questions on questions.id = named.id and questions.version = named.version
                        left join question_versions former on former.question_id = named.id and former.version = named.version
                       where dataset_id = $1 and ordinal = $2 and named.place > $3) named
              window in_order as (order by named.place rows unbounded preceding)) sized
       where running is null or running <= ${MAX_BATCH_BYTES} or nth = 1
       order by place`,
    values: [datasetId, ordinal, place],
  });
  const last = rows.at(-1);
  const lines = rows.map(({ body, body_version }) => (body === null ? '' : `${presentStored(body, body_version)}\n`));
  if (last === undefined) return { lines: '', rest: undefined };
  const isWhole = last.place === last.size;
  const rest = isWhole ? { ordinal: ordinal + 1, place: 0 } : { ordinal, place: last.place };
  return { lines: lines.join(''), rest: isWhole && last.size < CHUNK ? undefined : rest };
}

/** The place of a question in a dataset; undefined if it is not in it, or was purged. */
export async function findDatasetPlace(
  db: Executor,
  datasetId: string,
  questionId: string,
): Promise<DatasetPlace | undefined> {
  const { rows } = await db.query<DatasetPlace>({
    text: `select ordinal, array_position(question_ids, questions.id) as place
             from questions join dataset_chunks on positions @> position
            where questions.id = $2 and dataset_id = $1 and questions.id = any(question_ids)`,
    values: [datasetId, questionId],
  });
  return rows[0];
}
