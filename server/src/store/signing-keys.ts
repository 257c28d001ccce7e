import type { Executor } from './database/database.ts';

type Purpose = 'plot-links' | 'webhook-secrets' | 'sign-in-attempts';

export async function findSigningKey(db: Executor, purpose: Purpose): Promise<Buffer> {
  const { rows } = await db.query<{ key: Buffer }>({
    name: 'find_signing_key',
    text: 'select key from signing_keys where purpose = $1',
    values: [purpose],
  });
  const [row] = rows;
  if (row === undefined) throw new Error(`there is no signing key for ${purpose}`);
  return row.key;
}
