import { createHash, hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { readPreferences } from '../domain/prefer.ts';
import { AppError } from '../errors.ts';
import { isSealed, seal, unseal } from '../sealed-text.ts';
import { mapInSlices, nextTurn, Slices } from '../slices.ts';
import { chargeStorage } from '../store/daily-storage.ts';
import { type Executor, inTransaction } from '../store/database.ts';
import {
  claimIdempotencyKey,
  findIdempotencyAnswer,
  insertIdempotencyAnswer,
  type StoredAnswer,
} from '../store/idempotency-keys.ts';
import { principalOf } from './principal.ts';

export type Answer = StoredAnswer;

/** A body of so many characters is put into bytes in some 5 ms. */
const LONG_BODY = 1024 * 1024;
const KEPT_MS = 24 * 60 * 60 * 1000;

/**
 * Does the work of a POST in one transaction. With an Idempotency-Key the answer is stored in that same transaction, so
 * that a repetition gets it and has no second effect, and a failure stores nothing. An answer with a secret in it is
 * stored sealed by the caller's own token, which the database does not have.
 */
export async function answerOnce(
  deps: Deps,
  request: FastifyRequest,
  work: (tx: Executor) => Promise<Answer>,
  { secret = false }: { secret?: boolean } = {},
): Promise<Answer> {
  const keyed = await readKeyedRequest(request);
  if (keyed === undefined) return inTransaction(deps.db.writes, work);
  return inTransaction(deps.db.writes, async (tx) => {
    const now = deps.now();
    const stored = await findStored(tx, request, keyed, now);
    if (stored !== undefined) return stored;
    const answer = await work(tx);
    if (answer.body.length > LONG_BODY) await nextTurn(); // to make it took as long as to store it will
    const kept = secret ? { ...answer, body: seal(answer.body, request.headers.authorization ?? '') } : answer;
    const bytes = await insertIdempotencyAnswer(tx, keyed.scope, keyed.fingerprint, kept, now);
    await chargeStorage(tx, principalOf(request), bytes, deps.config.dailyStorageMb);
    return answer;
  });
}

/**
 * The stored answer of a repeated request, for those who read before they write: reading belongs before the transaction,
 * and a repetition is answered without it. Undefined without a key, and without asking the database.
 */
export async function findStoredAnswer(deps: Deps, request: FastifyRequest): Promise<Answer | undefined> {
  const keyed = await readKeyedRequest(request);
  return keyed === undefined ? undefined : findStored(deps.db.reads, request, keyed, deps.now());
}

/** Answers a POST that changes nothing: in no transaction, unless the answer has to be stored under its key. */
export async function answerRead(deps: Deps, request: FastifyRequest, read: () => Promise<Answer>): Promise<Answer> {
  const stored = await findStoredAnswer(deps, request);
  if (stored !== undefined) return stored;
  const answer = await read();
  return request.headers['idempotency-key'] === undefined ? answer : answerOnce(deps, request, async () => answer);
}

interface KeyedRequest {
  scope: Buffer;
  fingerprint: Buffer;
}

async function readKeyedRequest(request: FastifyRequest): Promise<KeyedRequest | undefined> {
  const key = readIdempotencyKey(request.headers['idempotency-key']);
  if (key === undefined) return undefined;
  // What is preferred changes the answer, so it is part of what was asked; how long somebody waits for it is not.
  const { waitSeconds: _wait, ...preferred } = readPreferences(request.headers.prefer);
  return {
    scope: sha256(JSON.stringify([principalOf(request), request.method, request.url, key])),
    fingerprint: await digestInSlices(request.body ?? null, JSON.stringify(preferred)),
  };
}

/** Refuses a key whose first request is under way. Outside a transaction its lock ends at once. */
async function findStored(
  db: Executor,
  request: FastifyRequest,
  { scope, fingerprint }: KeyedRequest,
  now: Date,
): Promise<Answer | undefined> {
  if (!(await claimIdempotencyKey(db, scope))) {
    throw new AppError('idempotency_key_in_use', { headers: { 'retry-after': '1' } });
  }
  const stored = await findIdempotencyAnswer(db, scope, new Date(now.getTime() - KEPT_MS));
  if (stored === undefined) return undefined;
  if (!stored.fingerprint.equals(fingerprint)) throw new AppError('idempotency_key_reused');
  const { status, headers } = stored;
  return { status, headers: { ...headers, 'idempotent-replayed': 'true' }, body: readBody(stored, request) };
}

function readBody({ body }: StoredAnswer, request: FastifyRequest): string {
  if (!isSealed(body)) return body;
  const opened = unseal(body, request.headers.authorization ?? '');
  if (opened !== undefined) return opened;
  throw new AppError('idempotency_key_reused', {
    detail: 'The first answer holds a secret and is given again to the token it was first given to, and to no other.',
  });
}

export async function sendAnswer(reply: FastifyReply, { status, headers, body }: Answer): Promise<FastifyReply> {
  const bytes = body.length > LONG_BODY ? await encodeInSlices(body) : body;
  return reply.code(status).headers(headers).type('application/json; charset=utf-8').send(bytes);
}

const CHARACTERS_AT_ONCE = 128 * 1024;

/** To measure and to encode 10 MiB of the rarest characters at once takes 50 ms. */
async function encodeInSlices(text: string): Promise<Buffer> {
  const slices = new Slices();
  const parts: Buffer[] = [];
  for (let from = 0; from < text.length; ) {
    if (slices.over) await slices.next();
    const half = (text.charCodeAt(from + CHARACTERS_AT_ONCE - 1) & 0xfc00) === 0xd800; // of a pair that must not be cut
    const until = from + CHARACTERS_AT_ONCE - (half ? 1 : 0);
    parts.push(Buffer.from(text.slice(from, until)));
    from = until;
  }
  return Buffer.concat(parts);
}

/** Bare or, as the draft standard writes it, in double quotes. */
function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  const key = String(header)
    .trim()
    .replace(/^"(.*)"$/u, '$1');
  if (!/^[\x20-\x7e]{1,255}$/u.test(key)) {
    throw new AppError('invalid_idempotency_key', {
      errors: [
        {
          code: 'invalid_format',
          detail: 'It must be 1 to 255 printable ASCII characters.',
          header: 'Idempotency-Key',
        },
      ],
    });
  }
  return key;
}

/** Of `[body,preferred]` as JSON, a list entry by entry: 10 MiB at once take 50 ms. */
async function digestInSlices(body: unknown, preferred: string): Promise<Buffer> {
  if (!Array.isArray(body)) return sha256(`[${JSON.stringify(body)},${preferred}]`);
  const digest = createHash('sha256').update('[[');
  await mapInSlices(body, (entry: unknown, index) =>
    digest.update(`${index === 0 ? '' : ','}${JSON.stringify(entry)}`),
  );
  return digest.update(`],${preferred}]`).digest();
}

function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
