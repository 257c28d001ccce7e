import { OPERATOR_TOKEN } from './processes.ts';

/**
 * The settings are those of production, but with enough points for any run, so that requests are counted but never
 * rejected.
 */
export const GUARDED = { ANONYMOUS_SCOPES: '', RATE_LIMIT: 'true', LIMIT_POINTS: '1000000000' };

export async function createKey(origin: string, scopes: readonly string[]): Promise<string> {
  const reply = await fetch(`${origin}/tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'bench', scopes }),
  });
  if (!reply.ok) throw new Error(`creating a key failed: ${reply.status} ${await reply.text()}`);
  return ((await reply.json()) as { token: string }).token;
}
