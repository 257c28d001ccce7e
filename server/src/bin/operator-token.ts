import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { newSecret } from '../access/secrets.ts';
import type { Config } from '../config/config.ts';
import type { Deps } from '../deps.ts';
import { digestSecret } from '../domain/tokens/secret.ts';
import { appendAudit } from '../store/audit.ts';
import { type Executor, inTransaction } from '../store/database/database.ts';
import { insertOperatorToken, type OperatorToken, replaceOperatorToken } from '../store/tokens/operator-tokens.ts';

/** The file of the operator's token, readable only by the owner of the machine's account. */
export function operatorTokenFile(config: Config): string {
  return path.join(config.dataDir, 'admin-token');
}

/** A terminal is seen by the person who started the program; any other output may be a log that many people read. */
export function describeOperatorToken(config: Config, token: string): string {
  const where = `The operator's token is in ${operatorTokenFile(config)}.`;
  return process.stderr.isTTY ? `${where} Shown this once: ${token}\n` : `${where}\n`;
}

/**
 * Ensures that an operator's token exists. Returns the token if it creates one, which the caller shows once; undefined
 * if one already exists or the configuration provides it.
 */
export async function ensureOperatorToken(deps: Deps): Promise<string | undefined> {
  const { bootstrapToken } = deps.config;
  if (bootstrapToken !== undefined) {
    await store(deps, 'configured', bootstrapToken, replaceOperatorToken);
    return undefined;
  }
  return makeOperatorToken(deps, insertOperatorToken);
}

/** A new token in place of the one that the first start created. */
export async function renewOperatorToken(deps: Deps): Promise<string | undefined> {
  return makeOperatorToken(deps, replaceOperatorToken);
}

type Write = (tx: Executor, which: OperatorToken, digest: Buffer, now: Date) => Promise<boolean>;

async function makeOperatorToken(deps: Deps, write: Write): Promise<string | undefined> {
  const secret = newSecret('key');
  if (!(await store(deps, 'generated', secret, write))) return undefined;
  const file = operatorTokenFile(deps.config);
  await mkdir(path.dirname(file), { recursive: true });
  await rm(file, { force: true }); // an existing file would keep its own mode
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
