import type { Check } from './check.ts';

/** A dataset has as many questions as its chunks name, and records how many of them were purged. */
const DATASETS: Check = {
  kinds: ['datasets.question_count', 'datasets.gone'],
  text: `select kind, datasets.id, question_count, gone
           from datasets
          cross join lateral (
                select count(*) as named, count(*) filter (where questions.id is null) as missing
                  from dataset_chunks
                 cross join lateral unnest(question_ids) as given (id)
                  left join questions on questions.id = given.id
                 where dataset_id = datasets.id) counted
          cross join lateral (values
                ('datasets.question_count', question_count <> named),
                ('datasets.gone', gone <> missing)) as checked (kind, wrong)
          where wrong`,
};

/** Chunks are numbered from 0, have the right positions, and name existing versions. */
const CHUNKS: Check = {
  kinds: ['dataset_chunks.dataset_id', 'dataset_chunks.ordinal', 'dataset_chunks.positions', 'dataset_chunks.versions'],
  text: `select kind, dataset_id, ordinal
           from (select dataset_chunks.*, row_number() over (partition by dataset_id order by ordinal) - 1 as nth from dataset_chunks) chunk
          cross join lateral (values
                ('dataset_chunks.dataset_id', not exists (select from datasets where id = dataset_id)),
                ('dataset_chunks.ordinal', ordinal <> nth),
                ('dataset_chunks.positions', exists (select from questions where id = any(question_ids) and not positions @> position)),
                ('dataset_chunks.versions', cardinality(versions) <> cardinality(question_ids)
                   or exists (select from unnest(question_ids, versions) as named (id, version)
                                join questions on questions.id = named.id
                               where questions.version <> named.version
                                 and not exists (select from question_versions former
                                                  where former.question_id = named.id and former.version = named.version)))) as checked (kind, wrong)
          where wrong`,
};

export const DATASET_CHECKS: readonly Check[] = [DATASETS, CHUNKS];
