import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { insertItems } from '../../src/store/analysis/items.ts';
import { asOperator, draft, startTestService } from '../harness.ts';
import { expectProblem, getBody, type ListBody } from '../http/common.ts';
import { createClient, createKey } from '../http/credentials.ts';

const DIGEST_LENGTH = 8;

const service = await startTestService();
const [question] = await service.create(Array.from({ length: 5 }, () => draft()));
for (const difficulty of [1, 2])
  await service.request({ method: 'PUT', url: `/questions/${question?.id}`, payload: { difficulty } });
for (const create of [createKey, createClient]) {
  for (const name of ['one', 'two', 'three']) await create(service, { name });
}

const ids = (await getBody<ListBody<{ id: string }>>(service, '/questions')).data.map(({ id }) => id);
for (const other of ids.slice(1, 4)) {
  const payload = { question_ids: [ids[0], other] };
  await service.request({ method: 'POST', url: '/duplicates/dismissals', payload });
  await service.request({ method: 'POST', url: '/datasets', payload: {} });
  const row = { analysis_type: 'topics', question_id: other };
  await service.request({ method: 'POST', url: '/dismissals', payload: row });
}
for (const difficulty of [0, 2]) {
  const payload = { analysis_type: 'coverage', filter: { difficulty } };
  await service.request({ method: 'POST', url: '/analysis/run', payload });
}
const analysis = (await getBody<ListBody<{ id: string }>>(service, '/analysis')).data[0]?.id ?? '';
await insertItems(service.deps.db.writes, analysis, [
  { rank: 0, shard: 0, question_ids: [null, null], versions: [null, null], bodies: ['{}', '{}'] },
]);
await service.deps.db.writes.query(`update analyses set status = 'succeeded', result = '{}' where id = '${analysis}'`);

const payload = Array.from({ length: 3 }, () => draft());
const array = await service.request({ method: 'POST', url: '/questions', payload });
const change = String(array.headers['change-id']);

/** Cursors are not encrypted: anybody who knows their format can put anything into one. */
function forge(payload: string): string {
  const text = Buffer.from(payload).toString('base64url');
  return `${text}${crc32(text).toString(16).padStart(DIGEST_LENGTH, '0')}`;
}

function readCursor(cursor: string): unknown[] {
  return JSON.parse(Buffer.from(cursor.slice(0, -DIGEST_LENGTH), 'base64url').toString()) as unknown[];
}

const key = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '1',
    '-1',
    'x',
    'NaN',
    '1e9',
    '9'.repeat(30),
    'Science',
    '2026-99-99 00:00:00+00',
    'infinity',
  ),
  fc.uuid(),
  fc.string({ maxLength: 10 }),
  fc.jsonValue({ maxDepth: 1 }),
);

it.each([
  '/questions?limit=1',
  '/questions?limit=1&sort=updated_at',
  '/questions?limit=1&sort=-difficulty',
  '/questions?limit=1&sort=category',
  '/questions?limit=1&sort=category&language=en',
  '/questions?limit=1&sort=difficulty&language=en',
  '/questions?limit=1&created_after=2020-01-01T00:00:00Z',
  '/questions/{id}/versions?limit=1',
  '/tokens?limit=1',
  '/clients?limit=1',
  '/audit-log?limit=1',
  '/audit-log?limit=1&action=token.created',
  '/duplicates/dismissals?limit=1',
  '/datasets?limit=1',
  '/changes?limit=1',
  '/changes?limit=1&question_id={id}',
  '/changes/{change}/items?limit=1',
  '/dismissals?limit=1',
  '/analysis?limit=1',
  '/analysis/{analysis}/items?limit=1',
])('rejects handmade cursors for %s, or continues from their position', async (path) => {
  const url = path.replace('{id}', String(question?.id)).replace('{analysis}', analysis).replace('{change}', change);
  const page = await service.request({ url, headers: asOperator });
  const { next_cursor } = page.json<{ pagination: { next_cursor: string } }>().pagination;
  const [madeFor, ...keys] = readCursor(next_cursor);
  const anyPayload = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.array(key, { minLength: keys.length, maxLength: keys.length }).map((list) => [madeFor, ...list]),
    },
    { weight: 1, arbitrary: fc.jsonValue() },
  );
  const property = fc.asyncProperty(
    fc.oneof({ weight: 9, arbitrary: anyPayload.map((value) => JSON.stringify(value)) }, fc.string()),
    async (text) => {
      const cursor = forge(text);
      const reply = await service.request({ url: `${url}&cursor=${cursor}`, headers: asOperator });
      if (reply.statusCode === 200) return;
      const problem = expectProblem(reply, 400, cursor.length > 512 ? 'validation_error' : 'invalid_cursor');
      expect(problem.errors).toMatchObject([{ parameter: 'cursor' }]);
    },
  );
  await fc.assert(property, { seed: 1, numRuns: 200 });
});
