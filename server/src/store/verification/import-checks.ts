import type { Check } from './check.ts';

const orphans = (table: string): Check => ({
  kinds: [`${table}.orphan`],
  text: `select '${table}.orphan' as kind, import_id as id, count(*)::integer as rows
           from ${table} where not exists (select from imports where imports.id = import_id)
          group by import_id`,
});

const LENGTHS: Check = {
  kinds: ['import_batches.lengths'],
  text: `select 'import_batches.lengths' as kind, import_id as id, number
           from import_batches
          where cardinality(question_ids) <> cardinality(former) or cardinality(question_ids) <> cardinality(versions)`,
};

export const IMPORT_CHECKS: readonly Check[] = [
  orphans('import_chunks'),
  orphans('import_reports'),
  orphans('import_batches'),
  LENGTHS,
];
