import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { resolveByDns } from '../../src/access/dialled-address.ts';
import { deliverTurn, openDelivering } from '../../src/worker/webhooks/deliver.ts';
import { asOperator, startTestService } from '../harness.ts';
import { getBody, type ListBody } from '../http/common.ts';
import { type DeliveryRecord, makeWebhook, sendTest, url } from '../http/webhooks/steps.ts';
import { startDnsServer } from './dns-server.ts';

/** Represents the public internet: the operator only allows this address, so that no external address is dialled. */
const [OUTSIDE, INSIDE] = ['127.0.0.2', '127.0.0.1'];
const NEVER = new AbortController().signal;
const NOT_PUBLIC = 'rebind.example leads to an address that is not public.';

const service = await startTestService({ WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_NETWORKS: `${OUTSIDE}/32` });
const dns = await startDnsServer();
const [outside, inside] = await startPair();
afterAll(async () => {
  for (const { server } of [outside, inside]) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  await service.end();
});

/** The same port on both addresses, since the URL of a webhook names one. */
async function startPair() {
  const first = await startCounting(OUTSIDE, 0);
  return [first, await startCounting(INSIDE, (first.server.address() as AddressInfo).port)] as const;
}

async function startCounting(host: string, port: number) {
  const counted = { connections: 0, server: createServer((_request, response) => response.writeHead(204).end()) };
  counted.server.on('connection', () => (counted.connections += 1));
  await new Promise<void>((resolve) => counted.server.listen(port, host, resolve));
  return counted;
}

/** A turn of the worker, whose resolver only asks the DNS server of the test. */
function deliver(webhook_id: string): Promise<boolean> {
  const delivering = openDelivering(service.deps, { resolve: (name) => resolveByDns(name, [dns.address]) });
  return deliverTurn(delivering, { data: { webhook_id }, signal: NEVER, stopping: NEVER });
}

async function lastAttempt(id: string) {
  const { data } = await getBody<ListBody<DeliveryRecord>>(service, `${url}/${id}/deliveries`, asOperator);
  return data[0]?.log.at(-1);
}

const makeRebinding = () =>
  makeWebhook(service, { url: `http://rebind.example:${(outside.server.address() as AddressInfo).port}/` });

describe('a host name, whose address may change', () => {
  it('is dialled while its address is external, and rejected as soon as it is internal', async () => {
    const { id } = await makeRebinding();
    dns.asked = [];
    dns.answer = () => [dns.asked.length === 0 ? OUTSIDE : INSIDE];
    await sendTest(service, id);
    await deliver(id);
    expect(await lastAttempt(id)).toMatchObject({ status: 204, error: null });
    expect(outside.connections).toBe(1);

    await sendTest(service, id);
    await deliver(id);
    expect(await lastAttempt(id)).toMatchObject({ status: null, error: NOT_PUBLIC });
    expect(dns.asked).toEqual(['rebind.example', 'rebind.example']); // once per dial: the checked address is the dialled one
    expect([outside.connections, inside.connections]).toEqual([1, 0]);
  });

  it('is rejected if one of several addresses is internal, in any order', async () => {
    const before = outside.connections;
    for (const addresses of [
      [OUTSIDE, INSIDE],
      [INSIDE, OUTSIDE],
    ]) {
      const { id } = await makeRebinding();
      dns.answer = () => addresses;
      await sendTest(service, id);
      await deliver(id);
      expect(await lastAttempt(id)).toMatchObject({ status: null, error: NOT_PUBLIC });
    }
    expect([outside.connections - before, inside.connections]).toEqual([0, 0]);
  });

  it('is reported as unknown if it has no address', async () => {
    const { id } = await makeRebinding();
    dns.answer = () => [];
    await sendTest(service, id);
    await deliver(id);
    expect(await lastAttempt(id)).toMatchObject({ status: null, error: 'The host name is not known.' });
  });
});
