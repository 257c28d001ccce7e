/** An access token of an OAuth client: renewed by itself before it ends. */
export interface ClientCredentials {
  clientId: string;
  clientSecret: string;
  /** Fewer than the client has, separated by spaces. */
  scope?: string;
}

/** Called for every request; `renew` is true when the last token was rejected. */
export type TokenFunction = (options: { renew: boolean }) => string | Promise<string>;

export type Credentials = string | TokenFunction | ClientCredentials;

export interface TokenSource {
  get(renew: boolean): string | undefined | Promise<string | undefined>;
  /** Whether another token may be had when one is rejected. */
  renewable: boolean;
}

interface IssuedToken {
  access_token: string;
  expires_in: number;
}

/** Gets a token from `POST /oauth/token`. */
export type Exchange = (credentials: ClientCredentials) => Promise<IssuedToken>;

/** A token that ends within this time is renewed before it is sent. */
const RENEWED_BEFORE_MS = 30_000;

export function tokenSource(credentials: Credentials | undefined, exchange: Exchange): TokenSource {
  if (credentials === undefined || typeof credentials === 'string') return { get: () => credentials, renewable: false };
  if (typeof credentials === 'function') return { get: (renew) => credentials({ renew }), renewable: true };
  let issued: Promise<{ token: string; endsAt: number }> | undefined;
  const renewNow = () => {
    const asked = exchange(credentials).then(({ access_token, expires_in }) => {
      const lasts = expires_in * 1000;
      return { token: access_token, endsAt: Date.now() + lasts - Math.min(RENEWED_BEFORE_MS, lasts / 2) };
    });
    issued = asked;
    asked.catch(() => {
      if (issued === asked) issued = undefined; // the next request asks again
    });
    return asked;
  };
  return {
    renewable: true,
    get: async (renew) => {
      const before = issued;
      const known = await (before ?? renewNow());
      if (!renew && known.endsAt > Date.now()) return known.token;
      // Of many requests that meet the same end, one asks.
      return (await (issued === before || issued === undefined ? renewNow() : issued)).token;
    },
  };
}
