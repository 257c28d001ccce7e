/** Whom a passkey is for, as WebAuthn has it: the host of the pages that may use it, and their origin. */
export interface RelyingParty {
  id: string;
  origin: string;
}

const NAME_OF_THIS_MACHINE = 'localhost';
/** Of a URL, which spells every form of an address in the usual one. */
const ADDRESS = /^\[|(?:^|\.)\d+$/u;

/**
 * Undefined where passkeys cannot be: browsers have them over TLS alone, but for localhost, and never for an address. The
 * Host header is the caller's to choose, so without a configured origin it counts only where it names the caller's own machine.
 */
export function relyingPartyOf(publicUrl: string | undefined, requestOrigin: string): RelyingParty | undefined {
  const url = URL.parse(publicUrl ?? requestOrigin);
  if (url === null) return undefined;
  const { hostname: id, origin, protocol } = url;
  if (id === NAME_OF_THIS_MACHINE && (protocol === 'http:' || protocol === 'https:')) return { id, origin };
  if (publicUrl === undefined || protocol !== 'https:' || ADDRESS.test(id)) return undefined;
  return { id, origin };
}
