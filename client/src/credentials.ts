/** An access token of an OAuth client, renewed automatically before it expires. */
export interface ClientCredentials {
  clientId: string;
  clientSecret: string;
  /** A subset of the client's scopes, separated by spaces. */
  scope?: string;
}

/** Called for every request. `renew` is true if the last token was rejected. */
export type TokenFunction = (options: { renew: boolean }) => string | Promise<string>;

export type Credentials = string | TokenFunction | ClientCredentials;

export interface TokenSource {
  get(renew: boolean): string | undefined | Promise<string | undefined>;
  /** True if a new token can be requested when one is rejected. */
  renewable: boolean;
}

interface IssuedToken {
  access_token: string;
  expires_in: number;
}

/** Fetches a token from `POST /oauth/token`. */
type Exchange = (credentials: ClientCredentials) => Promise<IssuedToken>;

/** A token that expires within this time is renewed before it is sent. */
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
      if (issued === asked) issued = undefined; // the next request tries again
    });
    return asked;
  };
  return {
    renewable: true,
    get: async (renew) => {
      const before = issued;
      const known = await (before ?? renewNow());
      if (!renew && known.endsAt > Date.now()) return known.token;
      // If many requests find that the token has expired, only one of them fetches a new one.
      return (await (issued === before || issued === undefined ? renewNow() : issued)).token;
    },
  };
}
