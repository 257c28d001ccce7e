import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { endWebhooksMadeBy } from '../../../operations/webhooks/disable.ts';
import { auditEntry } from '../../../plugins/access/audit.ts';
import { appendAuditEntries } from '../../../store/audit.ts';
import {
  deleteOauthClient,
  disableOauthClients,
  findOauthClientMadeBy,
  lockOauthClient,
} from '../../../store/clients.ts';
import { type Executor, inTransaction } from '../../../store/database/database.ts';
import { appendEvents } from '../../../store/events.ts';
import { revokeTokensMadeBy } from '../../../store/tokens/tokens.ts';
import { ownerFor } from '../../shared/principal.ts';
import { tokenEvent } from '../../tokens/shared/event.ts';
import { clientNotFound } from '../schema.ts';

/** The maximum number of credentials ended by one transaction: a client takes four statements. */
export const MAX_AT_ONCE = 200;
const MAX_TRANSACTIONS = 500;

/**
 * Ends a client with everything that it has created: API keys, clients, and what those have created in turn. The client
 * itself is deleted last, so that deleting it again reaches what a failure has left. Usually one transaction suffices;
 * if there is more to end, none of these clients can log in between two transactions.
 */
export async function endClient(
  deps: Deps,
  request: FastifyRequest,
  root: string,
  owner: string | null = ownerFor(request),
): Promise<void> {
  let path: readonly string[] = [root];
  for (let transaction = 0; transaction < MAX_TRANSACTIONS; transaction += 1) {
    const from = path;
    path = await inTransaction(deps.db.writes, (tx) => endSome(deps, request, tx, from, { id: root, owner }));
    deps.authenticator.recheckAll();
    if (path.length === 0) return;
  }
  throw new AppError('overloaded', {
    detail: 'The client has made more credentials than one request can end. Send the request again to continue.',
    headers: { 'retry-after': '1' },
  });
}

/** Works upwards from the end of a path of clients, each created by the one before; returns the rest of the path. */
async function endSome(
  deps: Deps,
  request: FastifyRequest,
  tx: Executor,
  from: readonly string[],
  root: { id: string; owner: string | null },
): Promise<readonly string[]> {
  const path = [...from];
  let remaining = MAX_AT_ONCE;
  for (let id = path.at(-1); id !== undefined && remaining > 0; id = path.at(-1)) {
    remaining -= 1;
    if (!(await lockOauthClient(tx, id, id === root.id ? root.owner : null))) {
      if (id === root.id) throw clientNotFound(root.id);
      path.pop(); // a concurrent request has ended it
      continue;
    }
    const made = await findOauthClientMadeBy(tx, `client:${id}`);
    if (made !== undefined) path.push(made);
    else {
      const revoked = await revokeTokensOf(deps, request, tx, { maker: `client:${id}`, limit: remaining });
      remaining -= revoked;
      if (remaining > 0) {
        await deleteClient(deps, request, tx, path);
        path.pop();
      }
    }
  }
  if (path.length > 0) await disableOauthClients(tx, path);
  return path;
}

/** Revokes API keys that a principal has created; fewer than `limit` means that there are no more. */
export async function revokeTokensOf(
  deps: Deps,
  request: FastifyRequest,
  tx: Executor,
  { maker, limit }: { maker: string; limit: number },
): Promise<number> {
  const now = deps.now();
  const tokens = await revokeTokensMadeBy(tx, maker, now, limit);
  if (tokens.length === 0) return 0;
  await endWebhooksMadeBy(
    tx,
    tokens.map(({ id }) => `token:${id}`),
    now,
  );
  const details = { made_by: maker };
  await appendEvents(
    tx,
    tokens.map((token) => tokenEvent('token.revoked', token, request, now)),
  );
  await appendAuditEntries(
    tx,
    tokens.map(({ id }) => ({ ...auditEntry(deps, request, 'token.revoked', `token:${id}`), details })),
  );
  return tokens.length;
}

async function deleteClient(deps: Deps, request: FastifyRequest, tx: Executor, path: readonly string[]): Promise<void> {
  const [maker, id] = [path.at(-2), path.at(-1) ?? ''];
  await deleteOauthClient(tx, id);
  await endWebhooksMadeBy(tx, [`client:${id}`], deps.now());
  const details = maker === undefined ? {} : { made_by: `client:${maker}` };
  await appendAuditEntries(tx, [{ ...auditEntry(deps, request, 'client.deleted', `client:${id}`), details }]);
}
