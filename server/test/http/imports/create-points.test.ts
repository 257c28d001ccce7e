import { once } from 'node:events';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it, vi } from 'vitest';
import { CHUNK_BYTES } from '../../../src/routes/imports/create/receive-file.ts';
import { plantKey } from '../../access/credentials.ts';
import type { TestService } from '../../harness.ts';
import type { ProblemBody } from '../common.ts';
import { bearer, type Headers } from '../credentials.ts';
import { listen } from '../system/raw-http.ts';
import { csvOf, HEADER, upload } from './steps.ts';

const LIMITED = { ANONYMOUS_SCOPES: '', RATE_LIMIT: 'true', IMPORTS_UNFINISHED: '1000' };
const { service, port } = await listen(LIMITED);
const POINTS = 6000;

const somebody = async (of: TestService) => bearer(await plantKey(of, ['questions:read', 'questions:write']));

/** Returns the remaining points, without the one that the request costs. */
async function left(of: TestService, headers: Headers): Promise<number> {
  const reply = await of.request({ url: '/tokens/current', headers });
  return Number(/;r=(?<left>\d+);/u.exec(String(reply.headers['ratelimit']))?.groups?.['left']) + 1;
}

async function countRows(of: TestService, table: string): Promise<number> {
  const { rows } = await of.deps.db.reads.query<{ count: number }>(`select count(*)::integer as count from ${table}`);
  return rows[0]?.count ?? 0;
}

const PIECE = Buffer.from(`${'x'.repeat(CHUNK_BYTES - 1)}\n`);

/** An upload without Content-Length. */
function beginUpload(to: number, headers: Headers): ClientRequest {
  const begun = httpRequest({
    host: '127.0.0.1',
    port: to,
    method: 'POST',
    path: '/imports?format=csv',
    headers: { ...headers, 'content-type': 'text/csv' },
  });
  begun.write(`${HEADER}\n`);
  return begun;
}

describe('an upload', () => {
  it('costs a point per 256 KiB, with or without Content-Length', async () => {
    const file = csvOf(60_000);
    const price = Math.ceil(Buffer.byteLength(file) / CHUNK_BYTES);
    expect(price).toBeGreaterThan(8);
    for (const payload of [file, Readable.from([file])]) {
      const headers = await somebody(service);
      const query = { format: 'csv', filename: 'numbers.csv' };
      const reply = await upload(service, payload as string, query, headers);
      expect(reply.statusCode, reply.body).toBe(202);
      expect(await left(service, headers)).toBe(POINTS - price);
    }
  });

  it('costs the points of the part that has arrived, even if it is aborted', async () => {
    const headers = await somebody(service);
    const [before, pieces] = [await countRows(service, 'import_chunks'), 20];
    const begun = beginUpload(port, headers).on('error', () => {});
    for (let piece = 0; piece < pieces; piece += 1) begun.write(PIECE);
    await vi.waitFor(async () => expect(await countRows(service, 'import_chunks')).toBe(before + pieces), {
      timeout: 30_000,
    });
    begun.destroy();
    await vi.waitFor(async () => expect(await countRows(service, 'import_chunks')).toBe(before), { timeout: 30_000 });
    expect(await left(service, headers)).toBe(POINTS - pieces);
  });
});

describe('429', () => {
  /** The file is far larger than the points of these callers allow. */
  const PIECES = 100;

  async function expectNothingKept(poor: TestService, headers: Headers): Promise<void> {
    expect(await countRows(poor, 'import_chunks')).toBe(0);
    expect(await countRows(poor, 'imports')).toBe(0);
    expect((await poor.request({ url: '/tokens/current', headers })).statusCode).toBe(429);
  }

  it('stops a caller who runs out of points while sending, and stores nothing', async () => {
    const poor = await listen({ ...LIMITED, LIMIT_POINTS: '20' });
    const headers = await somebody(poor.service);
    const begun = beginUpload(poor.port, headers);
    let replied = false;
    const response = once(begun, 'response').then(([reply]) => {
      replied = true;
      return reply as IncomingMessage;
    });
    for (let piece = 0; piece < PIECES && !replied; piece += 1)
      if (!begun.write(PIECE)) await Promise.race([once(begun, 'drain'), response]);
    expect(replied, 'it could send everything').toBe(true);
    const reply = await response;
    expect(reply.statusCode).toBe(429);
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    expect((JSON.parse(await text(reply)) as ProblemBody).code).toBe('rate_limited');
    begun.destroy();
    await expectNothingKept(poor.service, headers);
  });

  it('reaches a caller who reads the reply only after sending everything', async () => {
    const poor = await listen({ ...LIMITED, LIMIT_POINTS: '20' });
    const headers = await somebody(poor.service);
    const socket = connect(poor.port, '127.0.0.1');
    const head = ['POST /imports?format=csv HTTP/1.1', 'host: x', 'transfer-encoding: chunked'];
    socket.write(
      `${[...head, 'content-type: text/csv', `authorization: ${headers['authorization']}`].join('\r\n')}\r\n\r\n`,
    );
    for (let piece = 0; piece < PIECES; piece += 1) {
      socket.write(`${PIECE.length.toString(16)}\r\n`);
      socket.write(PIECE);
      if (!socket.write('\r\n')) await once(socket, 'drain');
    }
    socket.write('0\r\n\r\n');
    let reply = '';
    for await (const part of socket.setEncoding('utf8')) {
      reply += String(part);
      if (reply.includes('rate_limited')) break;
    }
    expect(reply).toMatch(/^HTTP\/1.1 429 /u);
    await expectNothingKept(poor.service, headers);
  });
});
