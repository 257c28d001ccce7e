import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { readPreferences } from '../domain/prefer.ts';
import { AppError } from '../errors.ts';
import { isSealed, seal, unseal } from '../sealed-text.ts';
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
  const key = readIdempotencyKey(request.headers['idempotency-key']);
  if (key === undefined) return inTransaction(deps.db.writes, work);
  const scope = sha256(JSON.stringify([principalOf(request), request.method, request.url, key]));
  // What is preferred changes the answer, so it is part of what was asked; how long somebody waits for it is not.
  const { waitSeconds: _wait, ...preferred } = readPreferences(request.headers.prefer);
  const fingerprint = sha256(JSON.stringify([request.body ?? null, preferred]));
  return inTransaction(deps.db.writes, async (tx) => {
    if (!(await claimIdempotencyKey(tx, scope))) {
      throw new AppError('idempotency_key_in_use', { headers: { 'retry-after': '1' } });
    }
    const now = deps.now();
    const stored = await findIdempotencyAnswer(tx, scope, new Date(now.getTime() - KEPT_MS));
    if (stored !== undefined) {
      if (!stored.fingerprint.equals(fingerprint)) throw new AppError('idempotency_key_reused');
      const { status, headers } = stored;
      return { status, headers: { ...headers, 'idempotent-replayed': 'true' }, body: readBody(stored, request) };
    }
    const answer = await work(tx);
    const kept = secret ? { ...answer, body: seal(answer.body, request.headers.authorization ?? '') } : answer;
    const bytes = await insertIdempotencyAnswer(tx, scope, fingerprint, kept, now);
    await chargeStorage(tx, principalOf(request), bytes, deps.config.dailyStorageMb);
    return answer;
  });
}

function readBody({ body }: StoredAnswer, request: FastifyRequest): string {
  if (!isSealed(body)) return body;
  const opened = unseal(body, request.headers.authorization ?? '');
  if (opened !== undefined) return opened;
  throw new AppError('idempotency_key_reused', {
    detail: 'The first answer holds a secret and is given again to the token it was first given to, and to no other.',
  });
}

export function sendAnswer(reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  return reply.code(status).headers(headers).type('application/json; charset=utf-8').send(body);
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

function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
