import { Resolver } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/**
 * All networks outside the public internet: the registries of special addresses (RFC 6890), and IPv6 networks that lead
 * to IPv4.
 */
const CLOSED = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  // Only 2000::/3 of IPv6 is public, and not all of that.
  ...['::/3', '4000::/2', '8000::/1'],
  ...['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20', '3ffe::/16'],
];

type Family = 'ipv4' | 'ipv6';
const familyOf = (address: string): Family => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** For a single family: a BlockList treats an IPv4 address like the IPv6 address it is mapped to, and vice versa. */
function blockList(networks: readonly string[], family: Family): BlockList {
  const listed = new BlockList();
  for (const network of networks) {
    const [address = '', bits = ''] = network.split('/');
    if (familyOf(address) === family) listed.addSubnet(address, Number(bits), family);
  }
  return listed;
}

const closed = { ipv4: blockList(CLOSED, 'ipv4'), ipv6: blockList(CLOSED, 'ipv6') };
const mapped = blockList(['::ffff:0:0/96'], 'ipv6');

/** Networks allowed by the operator are literal: an IPv4 network does not include the IPv6 addresses that map to it. */
export function isAllowedAddress(address: string, allowed: readonly string[]): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const family = familyOf(address);
  if (family === 'ipv6' && mapped.check(address, family)) return false;
  return blockList(allowed, family).check(address, family) || !closed[family].check(address, family);
}

export function addressProblem(address: string, allowed: readonly string[]): string | undefined {
  return isAllowedAddress(address, allowed)
    ? undefined
    : `${address} is not a public address. The operator may allow private networks.`;
}

/** The IP address that a URL has instead of a name. `URL` normalises every form of it, such as octal or decimal. */
export function literalAddress({ hostname }: URL): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/u, '$1');
  return isIP(bare) === 0 ? undefined : bare;
}

/** Returns all addresses of a name. */
export type Resolve = (hostname: string) => Promise<string[]>;

/** Connecting to the address is forbidden. */
export class ClosedAddressError extends Error {}

/**
 * For the `lookup` option of a socket: resolves a name once, checks all its addresses, and connects to one of them. A
 * single forbidden address blocks the name, since mixing them is suspicious.
 */
export function guardedLookup(resolve: Resolve, allowed: readonly string[]): LookupFunction {
  return (hostname, options, callback) => {
    const checked = async () => {
      const addresses = await resolve(hostname);
      if (addresses.length === 0) throw new Error(`${hostname} has no address.`);
      for (const address of addresses) {
        // The message omits the address, which outsiders should not learn.
        if (!isAllowedAddress(address, allowed))
          throw new ClosedAddressError(`${hostname} leads to an address that is not public.`);
      }
      return addresses.map((address) => ({ address, family: isIP(address) }));
    };
    checked().then(
      (found) => {
        const [first] = found;
        if (options.all === true) callback(null, found);
        else callback(null, first?.address ?? '', first?.family);
      },
      (error: unknown) => callback(error as NodeJS.ErrnoException, '', 0),
    );
  };
}

const DNS = { timeout: 2000, tries: 2 };
const MAX_ADDRESSES = 8;

/**
 * Queries the DNS servers of the machine directly: `getaddrinfo` has few threads for the whole process, and a name with
 * silent servers would block one for long. `servers` overrides the servers of the machine.
 */
export async function resolveByDns(hostname: string, servers?: readonly string[]): Promise<string[]> {
  if (/^(?:.+\.)?localhost\.?$/u.test(hostname)) return ['127.0.0.1'];
  const resolver = new Resolver(DNS);
  if (servers !== undefined) resolver.setServers(servers);
  const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  const [failed] = found.filter((result) => result.status === 'rejected');
  if (addresses.length === 0 && failed !== undefined) throw failed.reason;
  if (addresses.length > MAX_ADDRESSES) throw new Error(`${hostname} has more than ${MAX_ADDRESSES} addresses.`);
  return addresses;
}
