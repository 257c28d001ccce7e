import { createHash, hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSealed, seal, unseal } from '../../access/sealed-text.ts';
import type { Deps } from '../../deps.ts';
import { readPreferences } from '../../domain/http/prefer.ts';
import { visibilityOf } from '../../domain/questions/visibility.ts';
import { AppError } from '../../errors.ts';
import { mapInSlices, nextTurn, Slices } from '../../limits/slices.ts';
import { chargeStorage } from '../../operations/quotas/storage.ts';
import { credentialOf } from '../../plugins/access/access.ts';
import { type Executor, inTransaction } from '../../store/database/database.ts';
import {
  claimIdempotencyKey,
  findIdempotencyReply,
  insertIdempotencyReply,
  type StoredReply,
} from '../../store/idempotency/keys.ts';
import { ownerOf, principalOf } from './principal.ts';

export type Reply = StoredReply;

/** Encoding a body of this many characters takes about 5 ms. */
const LONG_BODY = 1024 * 1024;
const KEPT_MS = 24 * 60 * 60 * 1000;

/**
 * Does the work of a POST in one transaction. With an Idempotency-Key the reply is stored in the same transaction, so
 * that a repeated request gets it and has no second effect, and a failure stores nothing. A reply with a secret in it
 * is stored sealed by the caller's own token, which the database does not have.
 */
export async function replyOnce(
  deps: Deps,
  request: FastifyRequest,
  work: (tx: Executor) => Promise<Reply>,
  { secret = false }: { secret?: boolean } = {},
): Promise<Reply> {
  const keyed = await readKeyedRequest(request);
  if (keyed === undefined) return inTransaction(deps.db.writes, work);
  return inTransaction(deps.db.writes, async (tx) => {
    const now = deps.now();
    const stored = await findStored(deps, tx, request, keyed, now);
    if (stored !== undefined) return stored;
    const reply = await work(tx);
    if (reply.body.length > LONG_BODY) await nextTurn(); // making it took as long as storing it will
    const kept = secret ? { ...reply, body: seal(reply.body, credentialOf(deps, request)) } : reply;
    const bytes = await insertIdempotencyReply(tx, keyed.scope, keyed.fingerprint, kept, now);
    await chargeStorage(tx, principalOf(request), bytes, deps.config.dailyStorageMb);
    return reply;
  });
}

/**
 * The stored reply to a repeated request, for handlers that read before they write: reading belongs before the
 * transaction, and a repeated request needs none of it. Undefined without a key, and without asking the database.
 */
export async function findStoredReply(deps: Deps, request: FastifyRequest): Promise<Reply | undefined> {
  const keyed = await readKeyedRequest(request);
  return keyed === undefined ? undefined : findStored(deps, deps.db.reads, request, keyed, deps.now());
}

/** Replies to a POST that changes nothing: without a transaction, unless the reply has to be stored under its key. */
export async function replyToRead(deps: Deps, request: FastifyRequest, read: () => Promise<Reply>): Promise<Reply> {
  const stored = await findStoredReply(deps, request);
  if (stored !== undefined) return stored;
  const reply = await read();
  return request.headers['idempotency-key'] === undefined ? reply : replyOnce(deps, request, async () => reply);
}

interface KeyedRequest {
  scope: Buffer;
  fingerprint: Buffer;
}

async function readKeyedRequest(request: FastifyRequest): Promise<KeyedRequest | undefined> {
  const key = readIdempotencyKey(request.headers['idempotency-key']);
  if (key === undefined) return undefined;
  // Preferences change the reply, so they are part of the request; how long a caller waits for it is not.
  const { waitSeconds: _wait, ...preferred } = readPreferences(request.headers.prefer);
  return {
    scope: sha256(JSON.stringify([ownerOf(request), request.method, request.url, key])),
    fingerprint: await digestInSlices(
      request.body ?? null,
      JSON.stringify({ ...preferred, ...restrictedCopy(request) }),
    ),
  };
}

/**
 * A reply is repeated only to tokens that see the same copy as the first one did; a token with fewer scopes does not.
 */
function restrictedCopy({ principal }: FastifyRequest): object {
  const { copy } = visibilityOf(principal);
  return copy === 'read' ? {} : { copy };
}

/** Rejects a key whose first request is still running. Outside a transaction its lock ends at once. */
async function findStored(
  deps: Deps,
  db: Executor,
  request: FastifyRequest,
  { scope, fingerprint }: KeyedRequest,
  now: Date,
): Promise<Reply | undefined> {
  if (!(await claimIdempotencyKey(db, scope))) {
    throw new AppError('idempotency_key_in_use', { headers: { 'retry-after': '1' } });
  }
  const stored = await findIdempotencyReply(db, scope, new Date(now.getTime() - KEPT_MS));
  if (stored === undefined) return undefined;
  if (!stored.fingerprint.equals(fingerprint)) throw new AppError('idempotency_key_reused');
  const { status, headers } = stored;
  return { status, headers: { ...headers, 'idempotent-replayed': 'true' }, body: readBody(deps, stored, request) };
}

function readBody(deps: Deps, { body }: StoredReply, request: FastifyRequest): string {
  if (!isSealed(body)) return body;
  const opened = unseal(body, credentialOf(deps, request));
  if (opened !== undefined) return opened;
  throw new AppError('idempotency_key_reused', {
    detail: 'The stored response contains a secret and is repeated only to the token that received it first.',
  });
}

export async function sendReply(reply: FastifyReply, { status, headers, body }: Reply): Promise<FastifyReply> {
  const bytes = body.length > LONG_BODY ? await encodeInSlices(body) : body;
  return reply.code(status).headers(headers).type('application/json; charset=utf-8').send(bytes);
}

const CHARACTERS_AT_ONCE = 128 * 1024;

/** Measuring and encoding 10 MiB of the rarest characters at once takes 50 ms. */
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

/** Bare or, as in the draft standard, in double quotes. */
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
          detail: 'Idempotency-Key must be 1 to 255 printable ASCII characters.',
          header: 'Idempotency-Key',
        },
      ],
    });
  }
  return key;
}

/** The digest of `[body,preferred]` as JSON. A list is digested entry by entry, because 10 MiB at once take 50 ms. */
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
