import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { decodeJwt, importJWK, type JWK, SignJWT } from 'jose';
import { Provider } from 'oidc-provider';
import type { Behaviour } from './openid-provider.ts';

/**
 * An OpenID provider in its own process on loopback: `node openid-provider-process.ts REDIRECT_URI`. Prints its port, then
 * behaves as set by `PUT /behaviour`, including misbehaviour. Signs everybody in without a prompt.
 */
const redirectUri = process.argv[2] ?? '';

const newKey = (kid: string): JWK => ({
  ...(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }) as JWK),
  kid,
  use: 'sig',
  alg: 'ES256',
});
const keys: Record<string, JWK> = { first: newKey('first'), second: newKey('second'), unpublished: newKey('first') };

const server = createServer();
server.listen(0, '127.0.0.1', () => {
  serve({ subject: 'ada', email: 'ada@example.com' });
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});

function serve(behaviour: Behaviour): void {
  const provider = createProvider(behaviour);
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    handle(behaviour, provider, request, response).catch((error: unknown) => response.destroy(error as Error));
  });
}

async function handle(
  behaviour: Behaviour,
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = String(request.url).split('?')[0] ?? '';
  const isOneOf = (places: readonly string[] = []) => places.some((place) => path.endsWith(place));
  if (path === '/behaviour') {
    serve(JSON.parse(await text(request)) as Behaviour);
    response.end();
  } else if (isOneOf(behaviour.stalls)) {
    // no reply
  } else if (isOneOf(behaviour.floods)) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(`"${'a'.repeat(10_000_000)}"`);
  } else if (isOneOf(behaviour.fails)) {
    response.writeHead(500).end();
  } else if (path.startsWith('/interaction/')) {
    const signedIn = { login: { accountId: behaviour.subject } };
    await provider.interactionFinished(
      request,
      response,
      behaviour.declines === true ? { error: 'access_denied' } : signedIn,
    );
  } else {
    await provider.callback()(request, response);
  }
}

function createProvider(behaviour: Behaviour): Provider {
  const { port } = server.address() as AddressInfo;
  const signing = keys[behaviour.key ?? 'first'] as JWK;
  const provider = new Provider(`http://127.0.0.1:${port}`, {
    clients: [{ client_id: 'quaestor', client_secret: 'quaestor-secret', redirect_uris: [redirectUri] }],
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: behaviour.userinfo === true,
    jwks: { keys: [(behaviour.key === 'unpublished' ? keys['first'] : signing) as never] },
    cookies: { keys: ['of a test'] },
    pkce: { required: () => true },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    features: { devInteractions: { enabled: false } },
    findAccount: async (_context, accountId) => ({
      accountId,
      claims: async () => ({
        sub: accountId,
        email: behaviour.email,
        email_verified: behaviour.email_verified ?? true,
      }),
    }),
    loadExistingGrant: async (context) => {
      const grant = new context.oidc.provider.Grant({
        clientId: String(context.oidc.client?.clientId),
        accountId: String(context.oidc.session?.accountId),
      });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  });
  provider.use(async (context, next) => {
    await next();
    const body = context.body as { id_token?: string } | undefined;
    if (context.path !== '/token' || body?.id_token === undefined) return;
    const claims = { ...decodeJwt(body.id_token), ...behaviour.claims };
    body.id_token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: String(signing.kid) })
      .sign(await importJWK(signing));
  });
  return provider;
}
