import type { InjectOptions } from 'fastify';
import { expect, it } from 'vitest';
import { newSecret } from '../../src/access/secrets.ts';
import { createLogger } from '../../src/bin/logger.ts';
import { digestSecret } from '../../src/domain/tokens/secret.ts';
import { asOperator, startTestService } from '../harness.ts';
import { bearer } from '../http/credentials.ts';

/**
 * Every secret that the service has issued in this file, and every text it has written anywhere except in that reply.
 */
const secrets: string[] = [asOperator.authorization.replace('Bearer ', '')];
const rejections: string[] = [];
const logged: string[] = [];
const logger = createLogger('trace', 'api', { write: (line) => logged.push(line) });
const service = await startTestService({ ANONYMOUS_SCOPES: '', RATE_LIMIT: 'true' }, logger);

async function ask(options: InjectOptions & { url: string }): Promise<Record<string, string>> {
  const asked = options.url.startsWith('/oauth/') ? {} : asOperator;
  const reply = await service.request({ ...options, headers: { ...asked, ...options.headers } });
  if (reply.statusCode >= 400) rejections.push(reply.body, JSON.stringify(reply.headers));
  else {
    const body = reply.json<Record<string, string>>();
    for (const name of ['token', 'client_secret', 'access_token'])
      if (body[name] !== undefined) secrets.push(body[name]);
    return body;
  }
  return {};
}

/** The life of each kind of credential, and every mistake a caller can make with one. */
async function liveThroughEverything(): Promise<void> {
  const scopes = ['questions:read', 'questions:write'];
  const key = await ask({
    method: 'POST',
    url: '/tokens',
    headers: { 'idempotency-key': 'key' },
    payload: { name: 'k', scopes },
  });
  await ask({ method: 'POST', url: `/tokens/${key['id']}/rotate`, payload: {} });
  const client = await ask({
    method: 'POST',
    url: '/clients',
    headers: { 'idempotency-key': 'client' },
    payload: { name: 'c', scopes },
  });
  const { client_id, client_secret } = client;
  await ask({ method: 'POST', url: `/clients/${client_id}/rotate`, headers: { 'idempotency-key': 'r' }, payload: {} });
  const login = { grant_type: 'client_credentials', client_id, client_secret };
  const { access_token = '' } = await ask({ method: 'POST', url: '/oauth/token', payload: login });
  const inPlaces = [key['token'] ?? '', access_token, client_secret ?? ''].flatMap(
    (secret): (InjectOptions & { url: string })[] => [
      { url: `/tokens/${secret}` },
      { url: `/questions/${secret}` },
      { url: `/${secret}` },
      { url: `/questions?access_token=${secret}` },
      { url: `/questions?category=${secret}` },
      { method: 'POST', url: '/questions', payload: { [secret]: secret } },
      { method: 'POST', url: '/questions', payload: `{"${secret}"`, headers: { 'content-type': 'application/json' } },
      { method: 'POST', url: '/tokens', payload: { name: 'x', scopes: [secret] } },
      { method: 'DELETE', url: `/questions/${secret}` },
      { url: '/questions', headers: { authorization: `Basic ${secret}` } },
      { url: '/questions', headers: bearer(`${secret}x`) },
      { url: '/questions', headers: { accept: secret } },
      { url: `/audit-log?actor=${secret}` },
      { method: 'POST', url: '/oauth/token', payload: { ...login, client_secret: `${secret}x` } },
      { method: 'POST', url: '/oauth/token', payload: { ...login, grant_type: secret } },
      { method: 'POST', url: '/oauth/token', payload: { ...login, scope: secret } },
      { method: 'POST', url: '/oauth/introspect', payload: { ...login, token: secret } },
      { method: 'POST', url: '/oauth/token', payload: { grant_type: 'client_credentials', client_id: secret } },
    ],
  );
  for (const [index, request] of inPlaces.entries()) await ask({ ...request, remoteAddress: `192.0.2.${index + 1}` });
  await ask({ method: 'POST', url: '/oauth/revoke', payload: { ...login, token: access_token } });
}

await liveThroughEverything();

it('issues secrets and rejects misplaced ones, so that there is something to search for', () => {
  expect(new Set(secrets).size).toBeGreaterThanOrEqual(6);
  expect(rejections.length).toBeGreaterThan(40);
  expect(logged.length).toBeGreaterThan(50);
});

it('writes no secret into any row of any table', async () => {
  const { rows: tables } = await service.deps.db.reads.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  expect(tables.length).toBeGreaterThan(10);
  let seen = 0;
  for (const { name } of tables) {
    const { rows } = await service.deps.db.reads.query<{ row: string }>(`select t::text as row from ${name} t`);
    seen += rows.length;
    for (const { row } of rows) expectNoSecret(row, `a row of ${name}`);
  }
  expect(seen).toBeGreaterThan(20);
});

it('writes no secret into its logs, at the most verbose level', () => {
  for (const line of logged) expectNoSecret(line, 'the log');
});

it('shows no secret in a rejection, even to the caller who misplaced it', () => {
  for (const text of rejections) expectNoSecret(text, 'a rejection');
});

it('keeps a secret of an error out of the log', () => {
  const lines: string[] = [];
  const secret = newSecret('key');
  const talkative = createLogger('trace', 'api', { write: (line) => lines.push(line) });
  talkative.error({ headers: { authorization: `Bearer ${secret}` } }, 'failed');
  talkative.error({ err: Object.assign(new Error('failed'), { token: secret, body: { client_secret: secret } }) });
  expect(lines).toHaveLength(2);
  expect(lines.join('')).not.toContain(secret);
});

/**
 * Searches for secrets in plain text, in hexadecimal and in base64. A digest cannot be used as a token, but is not
 * shown either.
 */
function expectNoSecret(text: string, place: string): void {
  for (const secret of secrets) {
    const forms = [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64').slice(0, -4)];
    for (const form of forms) expect(text.includes(form), `${place} holds a secret: ${text.slice(0, 500)}`).toBe(false);
    if (place !== 'a row of tokens' && place !== 'a row of oauth_clients' && place !== 'a row of access_tokens')
      expect(text).not.toContain(digestSecret(secret).toString('hex'));
  }
}
