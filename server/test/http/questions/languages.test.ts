import { beforeAll, describe, expect, it } from 'vitest';
import type { Executor } from '../../../src/store/database/database.ts';
import { listLanguages } from '../../../src/store/questions/languages.ts';
import { analyzeBank, insertBulkRows } from '../../bulk-rows.ts';
import { asOperator, draft, startTestService } from '../../harness.ts';
import {
  expectProblem,
  getBody,
  rejectsOtherAccept,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import { somebody } from '../views/steps.ts';

interface Languages {
  languages: string[];
  has_more: boolean;
}

const service = await startTestService();
const url = '/questions/languages';
const request = { url, headers: asOperator };
const read = () => getBody<Languages>(service, url, asOperator);

describe('200', () => {
  it('lists English in an empty bank', async () => {
    expect(await read()).toEqual({ languages: ['en'], has_more: false });
  });

  it('lists each language once, of questions of any status', async () => {
    const given = ['pt-BR', 'de', 'de', 'en', 'fr'];
    const created = await service.create(given.map((language) => draft({ language, status: 'draft' })));
    expect(await read()).toEqual({ languages: ['de', 'en', 'fr', 'pt-BR'], has_more: false });
    await service.request({ method: 'DELETE', url: `/questions/${created.at(-1)?.id}` });
    expect((await read()).languages).toEqual(['de', 'en', 'pt-BR']);
  });

  it('says when there are more than it lists', async () => {
    const other = await startTestService();
    const letters = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(97 + index));
    const tags = letters.flatMap((one) => letters.map((two) => `${one}${two}z`)).slice(0, 600);
    await other.create(tags.map((language) => draft({ language })));
    const { languages, has_more } = await getBody<Languages>(other, url, asOperator);
    expect([languages.length, has_more]).toEqual([500, true]);
  });
});

describe('in a large bank', () => {
  const { writes } = service.deps.db;
  beforeAll(async () => {
    await insertBulkRows(writes, { count: 20_000, language: `case when n % 2 = 0 then 'sv' else 'en' end` });
    await analyzeBank(writes);
  });

  it('reads one row of each language', async () => {
    let plan = '';
    const explained = async ({ text, values }: { text: string; values: unknown[] }) => {
      const statement = { text: `explain (analyze, timing off) ${text}`, values };
      const { rows } = await writes.query<{ 'QUERY PLAN': string }>(statement);
      plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      return { rows: [] };
    };
    await listLanguages({ query: explained } as unknown as Executor, 10);
    expect(plan).not.toContain('Seq Scan');
    expect(plan).toMatch(/Scan using questions_language on questions .* rows=1(?:\.00)? loops=1\)/u);
    expect((await read()).languages).toContain('sv');
  });
});

describe('304', () => {
  it('sends no body to a caller with the current list', async () => {
    const { headers } = await service.request(request);
    const again = await service.request({ url, headers: { ...asOperator, 'if-none-match': String(headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
});

describe('403', () => {
  it('rejects a caller who may only play', async () => {
    const { headers } = await somebody(service, 'questions:play');
    expectProblem(await service.request({ url, headers }), 403, 'insufficient_scope');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(request);
});
