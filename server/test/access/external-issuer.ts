import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export interface SigningKey {
  kid: string;
  privateKey: KeyObject;
}

export function newSigningKey(kid: string): SigningKey {
  return { kid, privateKey: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey };
}

/** A complete issuer on loopback, like those of companies, which issues JWT access tokens (RFC 9068). */
export class Issuer {
  readonly origin: string;
  readonly #port: number;
  #server: Server;
  #keys: readonly SigningKey[];

  private constructor(server: Server, port: number, keys: readonly SigningKey[]) {
    this.#server = server;
    this.#port = port;
    this.#keys = keys;
    this.origin = `http://127.0.0.1:${port}`;
  }

  static async start(keys: readonly SigningKey[]): Promise<Issuer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const issuer = new Issuer(server, (server.address() as AddressInfo).port, keys);
    issuer.#serve();
    return issuer;
  }

  /** Signs with the first of these from now on and publishes them all. */
  rotate(keys: readonly SigningKey[]): void {
    this.#keys = keys;
    this.#serve();
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async restart(): Promise<void> {
    this.#server = createServer();
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
    this.#serve();
  }

  async issue(scope: string, audience: string): Promise<string> {
    const reply = await fetch(`${this.origin}/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from('quiz-app:quiz-app-secret').toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope, resource: audience }),
    });
    const body = (await reply.json()) as { access_token?: string };
    if (body.access_token === undefined) throw new Error(`no token: ${JSON.stringify(body)}`);
    return body.access_token;
  }

  #serve(): void {
    const provider = new Provider(this.origin, {
      clients: [
        {
          client_id: 'quiz-app',
          client_secret: 'quiz-app-secret',
          grant_types: ['client_credentials'],
          response_types: [],
          redirect_uris: [],
        },
      ],
      jwks: {
        keys: this.#keys.map(({ kid, privateKey }) => ({
          ...privateKey.export({ format: 'jwk' }),
          kid,
          use: 'sig',
          alg: 'RS256',
        })),
      },
      ttl: { ClientCredentials: 600 },
      features: {
        devInteractions: { enabled: false },
        clientCredentials: { enabled: true },
        resourceIndicators: {
          enabled: true,
          getResourceServerInfo: async (_context, audience) => ({
            audience,
            scope: 'questions:read questions:write tokens:manage something:else',
            accessTokenFormat: 'jwt',
            accessTokenTTL: 600,
            jwt: { sign: { alg: 'RS256' } },
          }),
        },
      },
    });
    this.#server.removeAllListeners('request');
    this.#server.on('request', provider.callback() as never);
  }
}
