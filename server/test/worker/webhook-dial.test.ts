import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { guardedLookup, isAllowedAddress, resolveByDns } from '../../src/access/dialled-address.ts';
import { Sender } from '../../src/worker/webhooks/send.ts';
import { startReceiver } from './webhook-receiver.ts';

const receiver = await startReceiver();
const { port } = receiver;
const NEVER = new AbortController().signal;

/** Sends as the worker does, with the given resolver. */
async function send(url: string, { resolve = resolveByDns, networks = [] as string[], allowHttp = true } = {}) {
  const sender = new Sender({ lookup: guardedLookup(resolve, networks), networks, allowHttp }, 5000);
  try {
    return await sender.send({ url, headers: {}, body: '{}' }, NEVER);
  } finally {
    sender.close();
  }
}

async function expectClosed(url: string, options: Parameters<typeof send>[1] = {}): Promise<void> {
  const before = receiver.connections;
  const { status, error } = await send(url, options);
  expect({ status, error }).toEqual({ status: null, error: expect.stringMatching(/not (?:a )?public|must /u) });
  expect(receiver.connections, 'somebody was dialled').toBe(before);
}

/** All addresses that are not public, in every notation. */
const ADDRESSES = [
  ...[
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '2130706433',
    '017700000001',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '127.255.255.254',
  ],
  ...[
    '0.0.0.0',
    '0',
    '0.1.2.3',
    '10.0.0.1',
    '10.255.255.255',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '192.168.1.1.',
  ],
  ...['100.64.0.1', '100.127.255.255', '169.254.169.254', '169.254.170.2', '0xA9FEA9FE', '2852039166', '192.0.0.192'],
  ...[
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.250',
    '240.0.0.1',
    '255.255.255.255',
  ],
  ...['１２７.0.0.1', '127。0。0。1', '%31%32%37.0.0.1'],
  ...[
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:a9fe:a9fe]',
    '[::127.0.0.1]',
    '[::ffff:8.8.8.8]',
  ],
  ...[
    '[64:ff9b::7f00:1]',
    '[64:ff9b::8.8.8.8]',
    '[64:ff9b:1::1]',
    '[2002:7f00:1::]',
    '[2002:a9fe:a9fe::1]',
    '[2001::1]',
    '[2001:db8::1]',
  ],
  ...[
    '[fe80::1]',
    '[fec0::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[ff02::1]',
    '[100::1]',
    '[3fff::1]',
    '[4000::1]',
    '[5f00::1]',
  ],
];

describe('an address in a URL', () => {
  it('is tested in more than 40 notations', () => {
    expect(new Set(ADDRESSES).size).toBe(ADDRESSES.length);
    expect(ADDRESSES.length).toBeGreaterThan(40);
  });

  it.each(ADDRESSES)('is not dialled: %s', async (host) => {
    await expectClosed(`http://${host}:${port}/`);
  });

  it.each(['8.8.8.8', '1.1.1.1', '100.63.255.255', '172.32.0.1', '2606:4700::1111', '2a00::1'])(
    'is allowed if it is public: %s',
    (address) => {
      expect(isAllowedAddress(address, [])).toBe(true);
    },
  );

  it('is dialled only if the operator allows its network', async () => {
    expect(await send(receiver.url, { networks: ['127.0.0.0/8'] })).toMatchObject({ status: 204, error: null });
    for (const networks of [['127.0.0.2/32'], ['10.0.0.0/8'], ['::/0']]) await expectClosed(receiver.url, { networks });
  });

  it('is not reached by IPv6 if only its IPv4 network is allowed', async () => {
    for (const host of ['[::ffff:127.0.0.1]', '[::127.0.0.1]', '[64:ff9b::7f00:1]'])
      await expectClosed(`http://${host}:${port}/`, { networks: ['127.0.0.0/8'] });
  });
});

describe('a name', () => {
  it.each([
    ['this machine', ['127.0.0.1']],
    ['a private network', ['10.1.2.3']],
    ['a metadata service', ['169.254.169.254']],
    ['this machine, by a mapped address', ['::ffff:127.0.0.1']],
    ['this machine, by NAT64', ['64:ff9b::7f00:1']],
    ['a public address and a private one', ['8.8.8.8', '192.168.0.1']],
    ['a private address and a public one', ['192.168.0.1', '8.8.8.8']],
    ['an address with a zone', ['fe80::1%eth0']],
    ['something that is not an address', ['nonsense']],
  ])('is not dialled if it leads to %s', async (_name, addresses) => {
    await expectClosed(`http://hooks.example:${port}/`, { resolve: async () => addresses });
  });

  it.each(['localhost', 'LOCALHOST', 'localhost.', 'a.localhost'])('is not dialled: %s', async (name) => {
    await expectClosed(`http://${name}:${port}/`);
  });

  it('is resolved once per connection, so that later addresses are never dialled', async () => {
    const asked: string[] = [];
    const flip = async (name: string) => {
      asked.push(name);
      return [asked.length === 1 ? '127.0.0.1' : '127.0.0.2'];
    };
    const networks = ['127.0.0.1/32'];
    const { status } = await send(`http://hooks.example:${port}/`, { resolve: flip, networks });
    expect([status, asked]).toEqual([204, ['hooks.example']]);
    await expectClosed(`http://hooks.example:${port}/`, { resolve: flip, networks }); // checked again, and rejected
  });

  it('does not reveal where it leads', async () => {
    const { error } = await send(`http://hooks.example:${port}/`, { resolve: async () => ['10.9.8.7'] });
    expect(error).toBe('hooks.example leads to an address that is not public.');
  });
});

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])('is not followed: %i', async (status) => {
    const inside = await startReceiver();
    receiver.reply = (_request, response) => response.writeHead(status, { location: inside.url }).end();
    onTestFinished(() => {
      receiver.reply = (_request, response) => response.writeHead(204).end();
    });
    const sent = await send(receiver.url, { networks: ['127.0.0.0/8'] });
    expect(sent).toMatchObject({ status, error: expect.stringContaining('Redirects are not followed') });
    expect(inside.connections).toBe(0);
  });
});

describe('a socket of this machine', () => {
  it.each(['unix:', 'http://unix:', 'http+unix://', 'file://'])('is not dialled: %s', async (scheme) => {
    const file = path.join(tmpdir(), `hooks-${process.pid}.sock`);
    let connections = 0;
    const server = createServer().on('connection', () => (connections += 1));
    server.listen(file);
    await once(server, 'listening');
    onTestFinished(async () => {
      await new Promise((resolve) => server.close(resolve));
      await rm(file, { force: true });
    });
    const { status, error } = await send(`${scheme}${file}`, { networks: ['127.0.0.0/8'] });
    expect([status, error]).toEqual([null, expect.any(String)]);
    expect(connections).toBe(0);
  });
});

describe('http', () => {
  it('is not used unless the operator allows it', async () => {
    await expectClosed(receiver.url, { networks: ['127.0.0.0/8'], allowHttp: false });
  });
});
