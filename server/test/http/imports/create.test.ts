import { once } from 'node:events';
import { type IncomingMessage, request as send } from 'node:http';
import { json } from 'node:stream/consumers';
import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { MAX_DISCARDED_BYTES } from '../../../src/plugins/http/uploads.ts';
import { startTestService } from '../../harness.ts';
import {
  expectProblem,
  rejectsKeysInUse,
  rejectsMalformedKeys,
  rejectsOtherAccept,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  replaysByKey,
  timesOut,
  withKey,
} from '../common.ts';
import { bearer, createKey } from '../credentials.ts';
import { csvOf, type ImportBody, queueImport, upload } from './steps.ts';

const MANY = { IMPORTS_UNFINISHED: '100000' };
const service = await startTestService(MANY);
const file = csvOf(2);
const request: InjectOptions = {
  method: 'POST',
  url: '/imports',
  headers: { 'content-type': 'text/csv' },
  payload: file,
};

async function countChunks(): Promise<number> {
  const { rows } = await service.deps.db.reads.query<{ count: number }>({
    text: 'select count(*)::integer as count from import_chunks',
  });
  return rows[0]?.count ?? 0;
}

describe('202', () => {
  it('accepts a file and returns the address of the import', async () => {
    const reply = await service.request({ ...request, query: { filename: 'numbers.csv' } });
    expect(reply.statusCode, reply.body).toBe(202);
    const body = reply.json<ImportBody>();
    expect(reply.headers.location).toBe(`/imports/${body.id}`);
    expect(body).toMatchObject({
      status: 'queued',
      phase: 'waiting',
      format: 'csv',
      file_name: 'numbers.csv',
      bytes: Buffer.byteLength(file),
      options: { mode: 'all_or_nothing', on_duplicate: 'skip', dry_run: false },
    });
  });

  it.each([
    ['csv', file, 'application/octet-stream'],
    ['jsonl', '{"question_text":"Why?","correct_answer":"Because"}\n', 'application/octet-stream'],
    ['gift', '::One::What is one?{=1 ~2}\n', 'text/plain'],
    ['pasted', '1. What is one?\na) 1*\nb) 2\n', 'text/plain'],
    ['aiken', 'What is one?\nA) 1\nB) 2\nANSWER: A\n', 'text/plain'],
    ['moodle-xml', '<?xml version="1.0"?><quiz></quiz>', 'application/xml'],
    ['opentdb', '{"response_code":0,"results":[]}', 'application/json'],
  ])('guesses %s', async (format, content, type) => {
    expect((await queueImport(service, content, {}, { 'content-type': type })).format).toBe(format);
  });

  it('stores a large file in chunks', async () => {
    const before = await countChunks();
    const large = csvOf(20_000);
    const { bytes } = await queueImport(service, large);
    expect(await countChunks()).toBe(before + Math.ceil(bytes / (256 * 1024)));
  });

  replaysByKey(service, async () => request);

  it('stores nothing of a file that is sent again with its key', async () => {
    const keyed = withKey(request, 'the same file');
    await service.request(keyed);
    const before = await countChunks();
    expect((await service.request(keyed)).headers['idempotent-replayed']).toBe('true');
    expect(await countChunks()).toBe(before);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
  rejectsMalformedKeys(service, request);

  it('rejects an empty file', async () => {
    expectProblem(await upload(service, ''), 400, 'empty_file');
    expectProblem(await upload(service, '', { format: 'csv' }), 400, 'empty_file');
  });

  it('asks for the format of an unrecognised file, and stores nothing', async () => {
    const before = await countChunks();
    expect(expectProblem(await upload(service, 'hello'), 400, 'unknown_format').detail).toContain('moodle-xml');
    expect(await countChunks()).toBe(before);
  });

  it.each([
    ['defaults', '[1]', 'invalid_type'],
    ['defaults', '{"difficulty":9}', 'out_of_range'],
    ['defaults', '{"level":1}', 'unknown_field'],
    ['category_map', '{"Maths":"Nowhere"}', 'not_allowed'],
    ['difficulty_map', '{"schwer":3}', 'not_allowed'],
    ['difficulty_map', '[2]', 'invalid_type'],
    ['field_map', '{"topic":"theme"}', 'not_allowed'],
    ['field_map', '"topic"', 'invalid_type'],
    ['header_row', '-1', 'out_of_range'],
    ['header_row', '1001', 'out_of_range'],
    ['sheet', '', 'too_short'],
    ['columns', '{}', 'invalid_type'],
    ['encoding', 'klingon', 'not_allowed'],
    ['format', 'sheet', 'not_allowed'],
    ['mode', 'maybe', 'not_allowed'],
  ])('rejects %s=%s', async (parameter, value, code) => {
    const reply = await upload(service, file, { [parameter]: value });
    expect(reply.statusCode).toBe(400);
    expect(reply.json<{ errors: object[] }>().errors).toMatchObject([{ parameter, code }]);
  });
});

describe('rejected 403', () => {
  it('requires that the caller may see answers, since it reports duplicates', async () => {
    const { token } = await createKey(service, { scopes: ['questions:write'] });
    expectProblem(await upload(service, file, {}, bearer(token)), 403, 'insufficient_scope');
  });

  it('creates categories only for callers who manage them', async () => {
    const { token } = await createKey(service, { scopes: ['questions:write', 'questions:read'] });
    const reply = await upload(service, file, { create_categories: 'true' }, bearer(token));
    expect(expectProblem(reply, 403, 'insufficient_scope').detail).toContain('categories:manage');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('409', () => {
  rejectsKeysInUse(service, async () => request);
});

describe('413', () => {
  it('rejects a file over the limit, with or without Content-Length', async () => {
    const small = await startTestService({ IMPORT_MAX_MB: '1' });
    const large = 'x'.repeat(2 ** 20 + 1);
    expectProblem(await upload(small, large, { format: 'csv' }), 413, 'payload_too_large');
    const { rows } = await small.deps.db.reads.query({ text: 'select from imports' });
    expect(rows).toEqual([]);
  });

  it('sends the problem over a real connection, and ends it if the rest of the file is too long', async () => {
    const small = await startTestService({ IMPORT_MAX_MB: '1' });
    const { host, hostname, port } = new URL(await small.app.listen({ host: '127.0.0.1', port: 0 }));
    const headers = { 'transfer-encoding': 'chunked', 'content-type': 'text/csv' };
    const sending = send({ hostname, port, method: 'POST', path: '/imports?format=csv', headers });
    let isCutOff = false;
    sending.on('error', () => (isCutOff = true));
    sending.write('x'.repeat(2 ** 21)); // and more would follow
    const [reply] = (await once(sending, 'response')) as [IncomingMessage];
    const problem = (await json(reply)) as { type: string };
    expect(problem).toMatchObject({ type: `http://${host}/problems/payload_too_large`, status: 413 });
    const piece = Buffer.alloc(2 ** 20);
    for (let sent = 0; !isCutOff && sent < 10 * MAX_DISCARDED_BYTES; sent += piece.length)
      await new Promise((resolve) => void sending.write(piece, resolve));
    expect(isCutOff).toBe(true);
  });
});

describe('415', () => {
  it('rejects an encoded body', async () => {
    const reply = await upload(service, file, {}, { 'content-encoding': 'gzip' });
    expectProblem(reply, 415, 'unsupported_media_type');
  });
});

describe('422', () => {
  it('rejects a key that was used with another file', async () => {
    expect((await service.request(withKey(request, 'one file'))).statusCode).toBe(202);
    const other = { ...withKey(request, 'one file'), payload: csvOf(3) };
    expectProblem(await service.request(other), 422, 'idempotency_key_reused');
  });
});

describe('428', () => {
  it('rejects updates if every change must name a version', async () => {
    const strict = await startTestService({ REQUIRE_IF_MATCH: 'true' });
    expectProblem(await upload(strict, file, { on_duplicate: 'update' }), 428, 'precondition_required');
  });
});

describe('rejected 429', () => {
  it('limits a caller to 5 unfinished imports', async () => {
    const busy = await startTestService();
    for (let count = 0; count < 5; count += 1) await queueImport(busy, file);
    expect(expectProblem(await upload(busy, file), 429, 'concurrency_limited').detail).toContain(
      '5 unfinished imports',
    );
  });
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(request, 'imports');
});
