import { createPublicKey } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT } from 'jose';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../harness.ts';
import { countStatuses, expectProblem } from '../http/common.ts';
import { bearer } from '../http/credentials.ts';
import { newSigningKey } from './external-issuer.ts';

const AUDIENCE = 'https://bank.example';
const OAUTH = '/.well-known/oauth-authorization-server';
const OPENID = '/.well-known/openid-configuration';
const KEYS = '/keys';
const key = newSigningKey('first');

type Reply = (response: ServerResponse, request: IncomingMessage) => void;

const json =
  (value: unknown): Reply =>
  (response) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
const status =
  (code: number): Reply =>
  (response) =>
    response.writeHead(code).end();
const hang: Reply = () => {};
const endless: Reply = (response) => {
  const more = () => {
    while (!response.destroyed && response.write(' '.repeat(64 * 1024)));
  };
  response.on('drain', more).on('error', () => {});
  more();
};

/** An issuer with configurable replies, which records what it was asked for. */
class HostileIssuer {
  static readonly all: HostileIssuer[] = [];
  readonly asked: string[] = [];
  readonly #server: Server;
  replies: Record<string, Reply> = {};

  constructor() {
    this.#server = createServer((request, response) => {
      const path = request.url ?? '';
      this.asked.push(path);
      (this.replies[path] ?? status(404))(response, request);
    }).listen(0, '127.0.0.1');
    HostileIssuer.all.push(this);
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get metadata(): Reply {
    return json({ issuer: this.origin, jwks_uri: `${this.origin}${KEYS}` });
  }

  static get keys(): Reply {
    return json({ keys: [{ ...createPublicKey(key.privateKey).export({ format: 'jwk' }), kid: 'first', use: 'sig' }] });
  }

  /** Starts the issuer together with a service that trusts it. */
  static async start(environment: Record<string, string> = {}): Promise<{
    issuer: HostileIssuer;
    service: TestService;
    ask: (token: string) => ReturnType<TestService['request']>;
  }> {
    const issuer = new HostileIssuer();
    await once(issuer.#server, 'listening');
    const service = await startTestService({
      ANONYMOUS_SCOPES: '',
      AUTH_ISSUER: issuer.origin,
      AUTH_AUDIENCE: AUDIENCE,
      ...environment,
    });
    return { issuer, service, ask: (token) => service.request({ url: '/questions', headers: bearer(token) }) };
  }

  issue(change: Record<string, unknown> = {}, kid = 'first', signer = key.privateKey): Promise<string> {
    return new SignJWT({ client_id: 'quiz-app', scope: 'questions:read', jti: 'jti', sub: 'somebody', ...change })
      .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid })
      .setIssuedAt()
      .setIssuer(this.origin)
      .setAudience(AUDIENCE)
      .setExpirationTime('5m')
      .sign(signer);
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

afterAll(() => {
  for (const issuer of HostileIssuer.all) issuer.stop();
});

const counts = (asked: readonly string[]) => ({
  oauth: asked.filter((path) => path === OAUTH).length,
  openid: asked.filter((path) => path === OPENID).length,
  keys: asked.filter((path) => path === KEYS).length,
});

describe('500 tokens at once', () => {
  it('of a failing issuer cause one request for its metadata', async () => {
    const { issuer, ask } = await HostileIssuer.start();
    issuer.replies = { [OAUTH]: status(500), [OPENID]: status(500) };
    const tokens = await Promise.all(Array.from({ length: 500 }, (_, jti) => issuer.issue({ jti })));
    const replies = await Promise.all(tokens.map(ask));
    for (const token of tokens.slice(0, 50)) replies.push(await ask(token));
    expect(countStatuses(replies)).toEqual({ 503: 550 });
    expect(counts(issuer.asked)).toMatchObject({ oauth: 1, openid: 1 });
    expect(Number(replies.at(-1)?.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('with unknown keys cause one request for the keys', async () => {
    const { issuer, ask } = await HostileIssuer.start();
    issuer.replies = { [OAUTH]: issuer.metadata, [KEYS]: HostileIssuer.keys };
    expect((await ask(await issuer.issue())).statusCode).toBe(200);
    const unknown = newSigningKey('unknown').privateKey;
    const tokens = await Promise.all(
      Array.from({ length: 500 }, (_, kid) => issuer.issue({}, `unknown ${kid}`, unknown)),
    );
    expect(countStatuses(await Promise.all(tokens.map(ask)))).toEqual({ 401: 500 });
    expect(counts(issuer.asked)).toMatchObject({ oauth: 1, openid: 0 });
    expect(counts(issuer.asked).keys).toBeLessThanOrEqual(3);
  });

  it('of an issuer whose keys fail cause one request for the keys', async () => {
    const { issuer, ask } = await HostileIssuer.start();
    issuer.replies = { [OAUTH]: issuer.metadata, [KEYS]: status(500) };
    for (let token = 0; token < 50; token += 1) {
      expectProblem(await ask(await issuer.issue({ jti: token })), 503, 'service_unavailable');
    }
    expect(counts(issuer.asked).keys).toBeLessThanOrEqual(3); // 50 tokens take a while, and a failure lasts for 3 s
  });
});

describe('junk', () => {
  const LIMITED = { RATE_LIMIT: 'true', TOKEN_FAILURES: '3', LIMIT_SECONDS: '3600' };

  it('counts like any bad token while the issuer fails, without another request', async () => {
    const { issuer, ask } = await HostileIssuer.start(LIMITED);
    const junk = ['a.b.c', 'eyJhbGciOiJSUzI1NiJ9.e30.c2ln', await (await HostileIssuer.start()).issuer.issue()];
    const replies = [];
    for (const token of [...junk, ...junk]) replies.push(await ask(token));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 429, 429, 429]);
    expect(issuer.asked).toEqual([]);
  });

  it('that looks valid is counted, too, and reported as unverified', async () => {
    const { issuer, ask } = await HostileIssuer.start(LIMITED);
    const replies = [];
    for (let jti = 0; jti < 10; jti += 1) replies.push(await ask(await issuer.issue({ jti })));
    expect(countStatuses(replies)).toEqual({ 503: 3, 429: 7 });
    expect(replies.at(-1)?.body).toContain('could not be verified');
    issuer.replies = { [OAUTH]: issuer.metadata, [KEYS]: HostileIssuer.keys };
    const back = async () => (await ask(await issuer.issue())).statusCode;
    await expect.poll(back, { timeout: 15_000, interval: 250 }).toBe(200); // although the network has sent too many
  });
});

describe('metadata', () => {
  it.each<[string, Reply]>([
    ['does not exist', status(404)],
    ['is an error', status(500)],
    ['is not JSON', (response) => response.end('<html>')],
    ['is null', json(null)],
    ['is of another issuer', json({ issuer: 'https://elsewhere.example', jwks_uri: 'https://elsewhere.example/keys' })],
    ['closes the connection', (response) => response.destroy()],
    ['hangs', hang],
    ['never ends', endless],
    ['redirects', (response) => response.writeHead(302, { location: KEYS }).end()],
  ])('is read from OpenID Connect if that of RFC 8414 %s', async (_name, reply) => {
    const { issuer, ask } = await HostileIssuer.start();
    issuer.replies = { [OAUTH]: reply, [OPENID]: issuer.metadata, [KEYS]: HostileIssuer.keys };
    expect((await ask(await issuer.issue())).statusCode).toBe(200);
    expect(counts(issuer.asked)).toEqual({ oauth: 1, openid: 1, keys: 1 });
  });

  it.each(['not a url', 'http://[', '', 'file:///etc/passwd', 'data:application/json,{"keys":[]}', 7, null])(
    'with the jwks_uri %s makes the issuer unavailable',
    async (jwks_uri) => {
      const { issuer, ask } = await HostileIssuer.start();
      issuer.replies = { [OAUTH]: json({ issuer: issuer.origin, jwks_uri }) };
      expectProblem(await ask(await issuer.issue()), 503, 'service_unavailable');
    },
  );

  it('that hangs delays all callers once, and nobody afterwards', async () => {
    const { issuer, ask } = await HostileIssuer.start();
    issuer.replies = { [OAUTH]: hang, [OPENID]: hang };
    const token = await issuer.issue();
    expect(countStatuses(await Promise.all(Array.from({ length: 20 }, () => ask(token))))).toEqual({ 503: 20 });
    for (let later = 0; later < 10; later += 1) expectProblem(await ask(token), 503, 'service_unavailable');
    expect(counts(issuer.asked)).toMatchObject({ oauth: 1, openid: 1 });
  });
});

describe('keys', () => {
  const title = 'that %s make the issuer unavailable until they can be read';

  async function expectRecovery(_name: string, reply: Reply): Promise<void> {
    const { issuer, ask } = await HostileIssuer.start();
    issuer.replies = { [OAUTH]: issuer.metadata, [KEYS]: reply, '/other': HostileIssuer.keys };
    const token = await issuer.issue();
    expectProblem(await ask(token), 503, 'service_unavailable');
    issuer.replies = { ...issuer.replies, [KEYS]: HostileIssuer.keys };
    await expect.poll(async () => (await ask(token)).statusCode, { timeout: 60_000, interval: 250 }).toBe(200);
  }

  it.each<[string, Reply]>([
    ['hang', hang],
    ['redirect', (response) => response.writeHead(302, { location: '/other' }).end()],
  ])(title, expectRecovery);

  it.each<[string, Reply]>([
    ['never end', endless],
    ['are not JSON', (response) => response.end('<html>')],
    ['are not a key set', json({ keys: [1, 2] })],
  ])(title, { tags: ['heavy'] }, expectRecovery);
});
