import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { newSecret } from '../access/secrets.ts';
import type { Config } from '../config/config.ts';
import type { Deps } from '../deps.ts';
import { digestSecret } from '../domain/tokens/secret.ts';
import { appendAudit } from '../store/audit.ts';
import { type Executor, inTransaction } from '../store/database/database.ts';
import { insertOperatorToken, type OperatorToken, replaceOperatorToken } from '../store/tokens/operator-tokens.ts';

/** Where the operator's credential is kept for the owner of the machine, readable by nobody else. */
export function operatorTokenFile(config: Config): string {
  return path.join(config.dataDir, 'admin-token');
}

/** A terminal is looked at by whoever started the program; anything else may be a log that many read. */
export function tellOperatorToken(config: Config, token: string): string {
  const where = `The operator's token is in ${operatorTokenFile(config)}.`;
  return process.stderr.isTTY ? `${where} Shown this once: ${token}\n` : `${where}\n`;
}

/**
 * Sees to it that there is an operator. Gives back the credential it made, which the caller shows once; nothing when
 * there is one already or the configuration gives it.
 */
export async function ensureOperatorToken(deps: Deps): Promise<string | undefined> {
  const { bootstrapToken } = deps.config;
  if (bootstrapToken !== undefined) {
    await store(deps, 'configured', bootstrapToken, replaceOperatorToken);
    return undefined;
  }
  return makeOperatorToken(deps, insertOperatorToken);
}

/** A new credential in the place of the one that the first start made. */
export async function renewOperatorToken(deps: Deps): Promise<string | undefined> {
  return makeOperatorToken(deps, replaceOperatorToken);
}

type Write = (tx: Executor, which: OperatorToken, digest: Buffer, now: Date) => Promise<boolean>;

async function makeOperatorToken(deps: Deps, write: Write): Promise<string | undefined> {
  const secret = newSecret('key');
  if (!(await store(deps, 'generated', secret, write))) return undefined;
  const file = operatorTokenFile(deps.config);
  await mkdir(path.dirname(file), { recursive: true });
  await rm(file, { force: true }); // an existing one would keep its own mode
  await writeFile(file, `${secret}\n`, { mode: 0o600, flag: 'wx' });
  return secret;
}

function store(deps: Deps, which: OperatorToken, secret: string, write: Write): Promise<boolean> {
  return inTransaction(deps.db.writes, async (tx) => {
    const now = deps.now();
    const written = await write(tx, which, digestSecret(secret), now);
    if (written) {
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
