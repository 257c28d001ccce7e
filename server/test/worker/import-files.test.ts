import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { asOperator, startTestService, type TestService } from '../harness.ts';
import {
  countQuestions,
  csvOf,
  HEADER,
  hasEnded,
  type ImportBody,
  importFile,
  type Query,
  reportsOf,
  startTestWorker,
  waitFor,
} from '../http/imports/steps.ts';
import { describeWithShared, sharedData } from '../shared-data.ts';

const TIMEOUT = 300_000;

const ENVIRONMENT = { IMPORTS_UNFINISHED: '1000' };
const service = await startTestService(ENVIRONMENT);
await startTestWorker(service);

/** A separate bank for one test. */
async function startBank(): Promise<TestService> {
  const bank = await startTestService(ENVIRONMENT);
  const worker = await startTestWorker(bank);
  onTestFinished(async () => {
    await worker.stop();
    await bank.end();
  });
  return bank;
}

describe('a hostile or broken file', { timeout: TIMEOUT }, () => {
  const billion = `<?xml version="1.0"?><!DOCTYPE quiz [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><quiz>&b;</quiz>`;
  const outside = `<?xml version="1.0"?><!DOCTYPE quiz [<!ENTITY x SYSTEM "file:///etc/passwd">]><quiz>&x;</quiz>`;
  it.each<[string, string | Buffer, Query, string]>([
    ['blank lines only', '\n\n\n', { format: 'csv' }, 'empty_file'],
    ['a table without a header', 'a,b\n1,2\n', { format: 'csv' }, 'no_header'],
    [
      'a zip that calls itself a table',
      Buffer.from('PK\u0003\u0004 no zip at all'),
      { filename: 'a.csv' },
      'invalid_zip',
    ],
    ['a billion laughs', billion, { format: 'moodle-xml' }, 'xml_doctype'],
    ['an entity from outside', outside, { format: 'moodle-xml' }, 'xml_doctype'],
    [
      'bytes that are not UTF-8',
      Buffer.from([...Buffer.from(`${HEADER}\n`), 0xff, 0xfe, 0x41]),
      { encoding: 'utf-8', format: 'csv' },
      'invalid_encoding',
    ],
  ])('fails with its reason: %s', async (_name, file, query, code) => {
    const body = await importFile(service, file, query);
    expect(body).toMatchObject({ status: 'failed', error: { code }, counts: { created: 0 } });
  });

  it('fails after more than 50,000 errors', { tags: ['heavy'] }, async () => {
    const body = await importFile(service, 'no question\n'.repeat(50_001), { format: 'jsonl', mode: 'valid_only' });
    expect(body).toMatchObject({ status: 'failed', error: { code: 'too_many_errors' }, counts: { created: 0 } });
    expect(body.error?.detail).toMatch(/The most frequent is invalid_json: 50\d{3} times\./u);
  });

  it('with a header but no rows imports nothing, and a note says so', async () => {
    const body = await importFile(service, `${HEADER}\n`);
    expect(body).toMatchObject({
      status: 'succeeded',
      counts: { read: 0, created: 0 },
      notes: [{ code: 'no_questions' }],
    });
  });

  it('of one endless line is rejected before it is read completely', async () => {
    const piece = Buffer.alloc(2 ** 20, 'x');
    const endless = Readable.from(
      (function* () {
        yield Buffer.from(`${HEADER}\n"`);
        for (let count = 0; count < 32; count += 1) yield piece;
      })(),
    );
    const headers = { 'content-type': 'text/csv', 'transfer-encoding': 'chunked' };
    const reply = await service.request({ method: 'POST', url: '/imports?format=csv', headers, payload: endless });
    const body = await waitFor(service, reply.json<ImportBody>().id, hasEnded);
    expect(body).toMatchObject({ status: 'failed', error: { code: 'item_too_long' } });
    expect(body.progress.completed).toBeLessThanOrEqual(body.bytes);
  });

  it('keeps formulas as text', async () => {
    const body = await importFile(service, `${HEADER}\n"=HYPERLINK(""http://x"")",+1,Science,0\n`);
    expect(body.counts).toMatchObject({ created: 1 });
    expect(body.preview).toMatchObject([{ question_text: '=HYPERLINK("http://x")', correct_answer: '+1' }]);
  });

  it('contains nothing that PostgreSQL cannot store', async () => {
    const body = await importFile(service, `${HEADER}\nWhat\u0000is it?,x,Science,0\n`, {
      encoding: 'utf-8',
      format: 'csv',
    });
    expect(body).toMatchObject({ status: 'failed', counts: { rejected: 1 } });
    expect(await reportsOf(service, body.id)).toMatchObject([{ code: 'invalid_characters', column: 'question_text' }]);
  });
});

describe('missing values of a file', { timeout: TIMEOUT }, () => {
  const gift = '::One::How many moons has Earth?{=1 =one}\n\n::Two::How many moons has Mars?{=2}\n';

  it('are one error if no question has the field, without reports', async () => {
    const body = await importFile(service, gift, { format: 'gift' });
    expect(body).toMatchObject({ status: 'failed', error: { code: 'missing_defaults' }, counts: { created: 0 } });
    expect(body.error?.detail).toContain('`category`, `difficulty`');
    expect(await reportsOf(service, body.id)).toEqual([]);
  });

  it('come from defaults, and missing categories are created if allowed', async () => {
    const bank = await startBank();
    const query = { format: 'gift', defaults: '{"difficulty":1,"category":"Moons"}', create_categories: 'true' };
    const reply = await bank.request({ method: 'POST', url: '/imports', query, payload: gift });
    expect(reply.statusCode).toBe(403); // without categories:manage
    const allowed = await bank.request({ method: 'POST', url: '/imports', query, payload: gift, headers: asOperator });
    expect(await waitFor(bank, allowed.json<ImportBody>().id, hasEnded)).toMatchObject({ counts: { created: 2 } });
    expect((await bank.request({ url: '/questions?category=Moons' })).json()).toMatchObject({
      pagination: { total: 2 },
    });
  });
});

describe('questions that exist', { timeout: TIMEOUT }, () => {
  const changed = `external_id,${HEADER}\nx-1,What is six?,6,Science,2\n,What is seven?,7,Science,2\n`;

  it.each([
    ['skip', { created: 0, updated: 0, duplicate: 2, rejected: 0 }],
    ['update', { created: 0, updated: 2, duplicate: 0, rejected: 0 }],
    ['reject', { created: 0, updated: 0, duplicate: 0, rejected: 2 }],
    ['create', { created: 1, updated: 0, duplicate: 0, rejected: 1 }],
  ])('are treated according to on_duplicate=%s, in a dry run and a real one', async (on_duplicate, counts) => {
    const bank = await startBank();
    await importFile(bank, `external_id,${HEADER}\nx-1,What is six?,6,Science,0\n,What is seven?,7,Science,0\n`);
    const query = { on_duplicate, mode: 'valid_only' };
    expect((await importFile(bank, changed, { ...query, dry_run: 'true' })).counts).toMatchObject(counts);
    expect(await countQuestions(bank)).toBe(2);
    expect((await importFile(bank, changed, query)).counts).toMatchObject(counts);
    expect(await countQuestions(bank)).toBe(2 + counts.created);
  });

  it('are found among the rows of the same file', async () => {
    const bank = await startBank();
    const twice = `${csvOf(3)}${csvOf(3).split('\n').slice(1).join('\n')}What is the number 0 plus one?,1,Science,0\n`;
    expect((await importFile(bank, twice, { dry_run: 'true' })).counts).toMatchObject({
      created: 3,
      unchanged: 3,
      duplicate: 1,
    });
    expect((await importFile(bank, twice)).counts).toMatchObject({ created: 3, unchanged: 3, duplicate: 1 });
  });

  it('are recognised by their id in the exporting bank', async () => {
    const bank = await startBank();
    const id = '01a1dcb4-4c4a-75f8-b904-7e31f36f1181';
    const file = `id,${HEADER}\n${id},What is eight?,8,Science,0\n`;
    expect((await importFile(bank, file)).counts).toMatchObject({ created: 1 });
    expect((await importFile(bank, file)).counts).toMatchObject({ created: 0, unchanged: 1 });
    expect((await bank.request({ url: `/questions?external_id=${id}` })).json()).toMatchObject({
      pagination: { total: 1 },
    });
  });
});

describeWithShared('exchange', 'the equivalent set', () => {
  const fileOf = (name: string) => readFileSync(sharedData('exchange', 'equivalent_set_ccbysa', name));
  const defaults = '{"difficulty":1,"category":"Science"}';

  it('gives the same 38 questions from every format', { timeout: TIMEOUT }, async () => {
    const bank = await startBank();
    const query = { defaults, create_categories: 'true' };
    const first = await bank.request({
      method: 'POST',
      url: '/imports',
      query,
      headers: asOperator,
      payload: fileOf('questions.csv'),
    });
    expect((await waitFor(bank, first.json<ImportBody>().id, hasEnded)).counts).toMatchObject({ created: 38 });
    for (const name of ['questions.gift.txt', 'questions.moodle.xml', 'questions.aiken.txt', 'questions.anki.txt']) {
      const again = await importFile(bank, fileOf(name), { defaults, filename: name });
      expect({ name, ...again.counts }).toMatchObject({ name, read: 38, created: 0, rejected: 0 });
    }
    expect(await countQuestions(bank)).toBe(38);
  });
});
