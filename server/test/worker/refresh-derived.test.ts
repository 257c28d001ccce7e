import { expect, it } from 'vitest';
import { BODY_VERSION } from '../../src/domain/question.ts';
import { FEATURES_VERSION } from '../../src/domain/question-features.ts';
import { FIRST_ID } from '../../src/store/derived-columns.ts';
import { listWrongDerivations } from '../../src/store/verification.ts';
import { refreshDerivedColumns } from '../../src/worker/refresh-derived.ts';
import { draft, startTestService } from '../harness.ts';

const service = await startTestService();
const { db, categories } = service.deps;

it('brings rows of an older version up to date once, and leaves their versions and counts alone', async () => {
  await service.create(Array.from({ length: 50 }, (_, index) => draft({ question_text: `Question number ${index}?` })));
  await db.writes.query(`update questions set body = '{}', body_version = 0 where position % 2 = 0`);
  await db.writes.query(`update question_features set text_hash = 0, features_version = 0 where position % 3 = 0`);
  await db.writes.query('delete from question_features where position % 7 = 0');
  await db.writes.query('update derived_columns set version = 0');
  expect((await listWrongDerivations(db.reads, categories.current, FIRST_ID, 100)).wrong.length).toBeGreaterThan(20);

  await refreshDerivedColumns(service.deps, new AbortController().signal);

  expect((await listWrongDerivations(db.reads, categories.current, FIRST_ID, 100)).wrong).toEqual([]);
  const { rows } = await db.reads.query('select name, version, last_id from derived_columns order by name');
  expect(rows).toEqual([
    { name: 'body', version: BODY_VERSION, last_id: FIRST_ID },
    { name: 'features', version: FEATURES_VERSION, last_id: FIRST_ID },
  ]);
  const versions = await db.reads.query('select distinct version from questions');
  expect(versions.rows).toEqual([{ version: 1 }]);
});

it('goes on with one column where the other fails', async () => {
  await db.writes.query(`update questions set body = '{}', body_version = 0`);
  await db.writes.query('update question_features set text_hash = 0, features_version = 0');
  await db.writes.query('update derived_columns set version = 0');
  await db.writes.query(`alter table questions add constraint broken check (body = '{}') not valid`);
  await expect(refreshDerivedColumns(service.deps, new AbortController().signal)).rejects.toThrow('broken');
  const { rows } = await db.reads.query('select from question_features where text_hash = 0');
  expect(rows).toHaveLength(0);
  await db.writes.query('alter table questions drop constraint broken');
});
