import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { newSecret } from '../access/secrets.ts';
import type { Config } from '../config/config.ts';
import type { Deps } from '../deps.ts';
import { digestSecret } from '../domain/tokens/secret.ts';
import { appendAudit } from '../store/audit.ts';
import { type Executor, inTransaction } from '../store/database/database.ts';
import { insertFirstOperatorToken, type OperatorToken, replaceOperatorToken } from '../store/tokens/operator-tokens.ts';

/** The file of the operator's token, readable only by the user who runs the service. */
export function operatorTokenFile(config: Config): string {
  return path.join(config.dataDir, 'admin-token');
}

/** Only the person who started the program sees a terminal; any other output may be a log that many people read. */
export function describeOperatorToken(config: Config, token: string): string {
  const where = `The operator's token is in ${operatorTokenFile(config)}.`;
  return process.stderr.isTTY ? `${where} Shown this once: ${token}` : where;
}

/** Stores the token of the configuration. Call it before anybody can connect: the token would be rejected. */
export async function storeConfiguredToken(deps: Deps): Promise<void> {
  const { bootstrapToken } = deps.config;
  if (bootstrapToken !== undefined) await store(deps, 'configured', bootstrapToken, replaceOperatorToken);
}

/**
 * On the first start of an empty bank, creates the operator's token and returns it, to be shown once. Call it after the
 * port is open, so that a failed start leaves no token behind.
 */
export async function createFirstToken(deps: Deps): Promise<string | undefined> {
  return deps.config.bootstrapToken === undefined ? makeOperatorToken(deps, insertFirstOperatorToken) : undefined;
}

/** A new token in place of the one that the first start created. */
export async function renewOperatorToken(deps: Deps): Promise<string | undefined> {
  return makeOperatorToken(deps, replaceOperatorToken);
}

type Write = (tx: Executor, which: OperatorToken, digest: Buffer, now: Date) => Promise<boolean>;

async function makeOperatorToken(deps: Deps, write: Write): Promise<string | undefined> {
  const secret = newSecret('key');
  const written = await store(deps, 'generated', secret, write, async () => {
    const file = operatorTokenFile(deps.config);
    await mkdir(path.dirname(file), { recursive: true });
    await rm(file, { force: true }); // an existing file would keep its own mode
    await writeFile(file, `${secret}\n`, { mode: 0o600, flag: 'wx' });
  });
  return written ? secret : undefined;
}

/** `keep` runs before the token becomes valid: a token that cannot be saved is never valid. */
function store(
  deps: Deps,
  which: OperatorToken,
  secret: string,
  write: Write,
  keep = async () => {},
): Promise<boolean> {
  return inTransaction(deps.db.writes, async (tx) => {
    const now = deps.now();
    const written = await write(tx, which, digestSecret(secret), now);
    if (written) {
      await keep();
      await appendAudit(tx, {
        action: 'operator.created',
        actor: 'operator',
        target: 'operator',
        address: 'local',
        request_id: 'start',
        occurred_at: now,
        details: { which },
      });
    }
    return written;
  });
}
