import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { networkOf } from './network.ts';

describe('networkOf', () => {
  it.each([
    ['IPv4', '192.0.2.1', '192.0.2.1'],
    ['IPv4 in IPv6', '::ffff:192.0.2.1', '192.0.2.1'],
    ['IPv4 in IPv6, in capitals', '::FFFF:192.0.2.1', '192.0.2.1'],
    ['IPv4 in IPv6 with a zone', '::ffff:192.0.2.1%eth0', '192.0.2.1'],
    ['IPv4 in IPv6, in groups', '::ffff:c000:201', '192.0.2.1'],
    ['IPv4 in IPv6, in full', '0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
    ['IPv6 in full', '2001:0db8:0001:0002:0003:0004:0005:0006', '2001:db8:1:2::/64'],
    ['IPv6 in capitals', '2001:DB8:A:B:C:D:E:F', '2001:db8:a:b::/64'],
    ['zeros at the end', '2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['zeros after the network', '2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['zeros within the network', '2001:db8::2:3:4:5:6', '2001:db8:0:2::/64'],
    ['zeros across its end', '2001:db8::6', '2001:db8:0:0::/64'],
    ['zeros at the beginning', '::2:3:4:5:6:7:8', '0:2:3:4::/64'],
    ['a zone', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['a zone in full', 'fe80:0:0:0:1:2:3:4%1', 'fe80:0:0:0::/64'],
    ['IPv4 at the end', '64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['IPv4 at the end, in full', '1:2:3:4:5:6:192.0.2.1', '1:2:3:4::/64'],
    ['nothing', '::', '0:0:0:0::/64'],
    ['the own host', '::1', '0:0:0:0::/64'],
    ['one group', '1::', '1:0:0:0::/64'],
  ])('maps %s: %s', (_name, address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  const group = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }));
  const four = fc.array(group, { minLength: 4, maxLength: 4 });

  it('maps all addresses of a /64 to one network, in any spelling', () => {
    fc.assert(
      fc.property(four, four, four, spelling, spelling, (network, left, right, first, second) => {
        const addresses = [write([...network, ...left], first), write([...network, ...right], second)];
        fc.pre(![left, right].some((host) => isMapped([...network, ...host])));
        const [one, other] = addresses.map(networkOf);
        expect(one, addresses.join(' ')).toBe(other);
        expect(one).toBe(`${network.map((part) => part.toString(16)).join(':')}::/64`);
      }),
      { numRuns: 2000 },
    );
  });

  it('maps addresses of different networks to different networks', () => {
    fc.assert(
      fc.property(four, four, four, spelling, spelling, (network, other, host, first, second) => {
        fc.pre(network.join() !== other.join());
        expect(networkOf(write([...network, ...host], first))).not.toBe(networkOf(write([...other, ...host], second)));
      }),
    );
  });

  it('maps every IPv4 address to its own network, mapped or not', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(networkOf(address)).toBe(address);
        expect(networkOf(`::ffff:${address}`)).toBe(address);
      }),
    );
  });
});

interface Spelling {
  upperCase: boolean;
  padded: boolean;
  /** The index of the run of zeros that `::` replaces; -1 for none. */
  compressed: number;
  zone: string;
}

const spelling: fc.Arbitrary<Spelling> = fc.record({
  upperCase: fc.boolean(),
  padded: fc.boolean(),
  compressed: fc.integer({ min: -1, max: 40 }),
  zone: fc.constantFrom('', '', '%eth0', '%1'),
});

/** One of the many ways to write an address (RFC 4291, 2.2). */
function write(groups: readonly number[], { upperCase, padded, compressed, zone }: Spelling): string {
  const texts = groups.map((group) => group.toString(16).padStart(padded ? 4 : 1, '0'));
  const runs = zeroRuns(groups);
  const run = compressed < 0 || runs.length === 0 ? undefined : runs[compressed % runs.length];
  const text =
    run === undefined ? texts.join(':') : `${texts.slice(0, run.start).join(':')}::${texts.slice(run.end).join(':')}`;
  return `${upperCase ? text.toUpperCase() : text}${zone}`;
}

/** Every run of zeros, and every part of one. */
function zeroRuns(groups: readonly number[]): { start: number; end: number }[] {
  return groups.flatMap((_, start) =>
    groups.flatMap((__, last) =>
      last >= start && groups.slice(start, last + 1).every((group) => group === 0) ? [{ start, end: last + 1 }] : [],
    ),
  );
}

function isMapped(groups: readonly number[]): boolean {
  return groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
}
