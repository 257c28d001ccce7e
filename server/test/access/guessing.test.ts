import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { newSecret } from '../../src/access/secrets.ts';
import type { SecretKind } from '../../src/domain/tokens/secret.ts';
import { startTestService } from '../harness.ts';
import { countStatuses } from '../http/common.ts';
import { bearer } from '../http/credentials.ts';
import { clientWith, keyWith, login } from './credentials.ts';
import { judgeTimes, timeInTurn } from './timing.ts';

/** Some guesses are timed, the rest are brute force: many times as many as the service evaluates. */
const TIMED_TOKENS = 4000;
const TIMED_LOGINS = 1500;
const BRUTE_TOKENS = Number(process.env['GUESSED_TOKENS'] ?? 8000);
const BRUTE_LOGINS = BRUTE_TOKENS / 8;
const AT_ONCE = 50;
const WARM_UP = 300;
const TIMEOUT_MS = 240_000;
const TIMED = { timeout: TIMEOUT_MS, tags: ['times'] };

const [unlimited, limited] = [
  await startTestService({ ANONYMOUS_SCOPES: '' }),
  await startTestService({ ANONYMOUS_SCOPES: '', RATE_LIMIT: 'true' }),
];

describe('the time of a response', () => {
  const guess = (token: string) => unlimited.request({ url: '/questions?limit=1', headers: bearer(token) });
  const tryLogin = (client_id: string, client_secret: string) =>
    unlimited.request({
      method: 'POST',
      url: '/oauth/token',
      payload: { grant_type: 'client_credentials', client_id, client_secret },
    });

  it('does not distinguish a revoked token from an unknown one', TIMED, async () => {
    const { id, token } = await keyWith(unlimited, ['questions:read']);
    await unlimited.deps.db.writes.query('update tokens set revoked_at = now() where id = $1', [id]);
    const unknown = makeSecrets('key', TIMED_TOKENS + WARM_UP);
    const [never, once] = [() => guess(unknown()), () => guess(token)];
    await timeInTurn(WARM_UP, never, once);
    const oracle = judgeTimes(...(await timeInTurn(TIMED_TOKENS, never, once)));
    process.stdout.write(`unknown or revoked token: ${JSON.stringify(oracle)}\n`);
    expect(oracle.isSignificant).toBe(false);
  });

  it('does not distinguish an existing client from an unknown one', TIMED, async () => {
    const { client_id } = await clientWith(unlimited, ['questions:read']);
    const secret = makeSecrets('client', 2 * (TIMED_LOGINS + WARM_UP));
    const ids = Array.from({ length: TIMED_LOGINS + WARM_UP }, () => randomUUID());
    const [never, wrong] = [() => tryLogin(ids.pop() ?? '', secret()), () => tryLogin(client_id, secret())];
    await timeInTurn(WARM_UP, never, wrong);
    const oracle = judgeTimes(...(await timeInTurn(TIMED_LOGINS, never, wrong)));
    process.stdout.write(`unknown client or wrong secret: ${JSON.stringify(oracle)}\n`);
    expect(oracle.isSignificant).toBe(false);
  });

  it('is measured well enough to detect a difference of a twentieth', TIMED, async () => {
    const spin = (ms: number) => async () => {
      const until = performance.now() + ms + Math.random() * 0.02;
      while (performance.now() < until);
    };
    expect(judgeTimes(...(await timeInTurn(1000, spin(0.2), spin(0.2)))).isSignificant).toBe(false);
    expect(judgeTimes(...(await timeInTurn(1000, spin(0.2), spin(0.22)))).isSignificant).toBe(true);
  });
});

describe('somebody who guesses', () => {
  const network = '203.0.113.66';

  it(
    `gets nowhere with ${BRUTE_TOKENS} tokens and ${BRUTE_LOGINS} logins, while owners continue, even in the same network`,
    async () => {
      const { token } = await keyWith(limited, ['questions:read']);
      const client = await clientWith(limited, ['questions:read']);
      const own = () => limited.request({ url: '/questions', remoteAddress: network, headers: bearer(token) });
      expect((await own()).statusCode).toBe(200);

      const guessToken = () =>
        limited.request({ url: '/questions', remoteAddress: network, headers: bearer(newSecret('key')) });
      const guessSecret = () =>
        limited.request({
          method: 'POST',
          url: '/oauth/token',
          remoteAddress: network,
          payload: {
            grant_type: 'client_credentials',
            client_id: client.client_id,
            client_secret: newSecret('client'),
          },
        });
      const tokens = await repeat(BRUTE_TOKENS, guessToken);
      const logins = await repeat(BRUTE_LOGINS, guessSecret);
      process.stdout.write(`guesses evaluated:  ${JSON.stringify({ tokens, logins })}\n`);

      // One concurrent guess may slip through.
      const minutes = 5;
      expect(tokens[200]).toBeUndefined();
      expect(tokens[401] ?? 0).toBeLessThan(60 * minutes + AT_ONCE);
      expect((tokens[401] ?? 0) + (tokens[429] ?? 0)).toBe(BRUTE_TOKENS);
      expect(logins[401] ?? 0).toBeLessThan(10 + AT_ONCE);
      expect((logins[401] ?? 0) + (logins[429] ?? 0)).toBe(BRUTE_LOGINS);

      expect((await own()).statusCode).toBe(200);
      expect(await login(limited, client, network)).toMatch(/^qat_/u);
      const { rows } = await limited.deps.db.reads.query<{ count: number }>(
        `select count(*)::integer as count from audit_log where action in ('token.refused', 'login.failed')`,
      );
      expect(rows[0]?.count).toBeLessThan(2 * minutes * 2); // two per minute and kind, not thousands
    },
    TIMEOUT_MS,
  );
});

/** Creates the secrets before the clock starts, since this takes longer than many of the differences to be detected. */
function makeSecrets(kind: SecretKind, count: number): () => string {
  const secrets = Array.from({ length: count }, () => newSecret(kind));
  return () => secrets.pop() ?? '';
}

async function repeat(times: number, ask: () => Promise<{ statusCode: number }>): Promise<Record<number, number>> {
  const total: Record<number, number> = {};
  for (let done = 0; done < times; done += AT_ONCE) {
    await nextTurn(); // like a socket: otherwise the event loop is blocked, and the service sheds load
    const counted = countStatuses(await Promise.all(Array.from({ length: AT_ONCE }, ask)));
    for (const [status, count] of Object.entries(counted)) total[Number(status)] = (total[Number(status)] ?? 0) + count;
  }
  return total;
}
