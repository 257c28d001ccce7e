import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { newSecret } from '../access/secrets.ts';
import type { Deps } from '../deps.ts';
import type { TokenEventType } from '../domain/events.ts';
import { digestSecret } from '../domain/tokens/secret.ts';
import { type Executor, inTransaction } from '../store/database/database.ts';
import { appendEvents } from '../store/events.ts';
import { insertToken, revokeToken, type Token } from '../store/tokens/tokens.ts';
import { StartError } from './run.ts';

const LENT_MS = 60_000;
const AGAIN_AFTER_MS = 1000;
const ATTEMPTS = 20;
const BANK = new URL('../../demo/questions.json', import.meta.url);

/** Loads the demo bank through the API, leniently, so that existing questions are left unchanged. */
export async function loadDemoBank(app: FastifyInstance, deps: Deps): Promise<number> {
  const { token, revoke } = await lendToken(deps);
  const questions = JSON.parse(await readFile(BANK, 'utf8')) as object[];
  let reply = await post(app, token, questions);
  // Right after the start, a slow machine may still be busy and reject writes for a moment.
  for (let again = 0; reply.statusCode === 503 && again < ATTEMPTS; again += 1) {
    await wait(AGAIN_AFTER_MS);
    reply = await post(app, token, questions);
  }
  await revoke();
  const results = reply.json<{ data?: { status: number; problem?: { code: string; detail: string } }[] }>().data ?? [];
  const rejected = results.find(({ status, problem }) => status !== 201 && problem?.code !== 'external_id_taken');
  if (reply.statusCode !== 207 || rejected !== undefined) {
    throw new StartError(`The demo bank could not be loaded: ${rejected?.problem?.detail ?? reply.body}`);
  }
  return results.length;
}

function post(app: FastifyInstance, token: string, questions: object[]): Promise<LightMyRequestResponse> {
  return app.inject({
    method: 'POST',
    url: '/questions',
    headers: { prefer: 'handling=lenient', authorization: `Bearer ${token}` },
    payload: questions,
  });
}

/** Creates a temporary key for loading, as this process does not know the operator's token. */
async function lendToken({ db, newId, now }: Deps): Promise<{ token: string; revoke: () => Promise<void> }> {
  const [id, token, created_at] = [newId(), newSecret('key'), now()];
  const change = (type: TokenEventType, work: (tx: Executor) => Promise<Token | undefined>) =>
    inTransaction(db.writes, async (tx) => {
      const { version } = (await work(tx)) ?? {};
      if (version === undefined) return;
      await appendEvents(tx, [{ type, resource_id: id, version, changed: [], actor: 'operator', occurred_at: now() }]);
    });
  await change('token.created', (tx) =>
    insertToken(tx, {
      id,
      kind: 'api_key',
      name: 'demo bank',
      scopes: ['questions:write'],
      created_by: 'operator',
      created_at,
      expires_at: new Date(created_at.getTime() + LENT_MS),
      digest: digestSecret(token),
    }),
  );
  return { token, revoke: () => change('token.revoked', (tx) => revokeToken(tx, id, null, now())) };
}
