/** The relying party of WebAuthn: the host of the pages that may use a passkey, and their origin. */
export interface RelyingParty {
  id: string;
  origin: string;
}

const LOCALHOST = 'localhost';
/** Matches the host of a URL, which normalises every form of an address. */
const ADDRESS = /^\[|(?:^|\.)\d+$/u;

/**
 * Undefined if passkeys are impossible: browsers only offer them over TLS, except on localhost, and never for an IP
 * address. The caller chooses the Host header, so without a configured origin it only counts if it names the caller's
 * own machine.
 */
export function relyingPartyOf(publicUrl: string | undefined, requestOrigin: string): RelyingParty | undefined {
  const url = URL.parse(publicUrl ?? requestOrigin);
  if (url === null) return undefined;
  const { hostname: id, origin, protocol } = url;
  if (id === LOCALHOST && (protocol === 'http:' || protocol === 'https:')) return { id, origin };
  if (publicUrl === undefined || protocol !== 'https:' || ADDRESS.test(id)) return undefined;
  return { id, origin };
}
