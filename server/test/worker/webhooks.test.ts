import { Webhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DELAYS_MS } from '../../src/domain/webhooks/schedule.ts';
import { deliverTurn, deliverWebhooks, openDelivering } from '../../src/worker/webhooks/deliver.ts';
import { disableUndeliverable } from '../../src/worker/webhooks/disable.ts';
import { dispatchDue, relayEvents } from '../../src/worker/webhooks/relay.ts';
import { startTestWorker } from '../analysis/worker.ts';
import { asOperator, draft, startTestService, type TestService } from '../harness.ts';
import { createOne, getBody, type ListBody } from '../http/common.ts';
import { bearer, createKey } from '../http/credentials.ts';
import { asked, type DeliveryRecord, makeWebhook, sendTest, url, type WebhookRecord } from '../http/webhooks/steps.ts';
import { relayAll } from './relay-all.ts';
import { type Receiver, startReceiver } from './webhook-receiver.ts';

const OPEN = { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_NETWORKS: '127.0.0.0/8' };
const [SECOND_MS, DAY_MS] = [1000, 86_400_000];
const NEVER = new AbortController().signal;

interface Envelope {
  id: string;
  type: string;
  timestamp: string;
  data: { id: string; version: number; changed: string[]; url: string | null };
}

async function startOwn(): Promise<{ service: TestService; receiver: Receiver }> {
  const service = await startTestService(OPEN);
  onTestFinished(() => service.end());
  return { service, receiver: await startReceiver() };
}

/** Does the repeated work of the worker once, for one webhook. */
async function deliver(service: TestService, webhook_id: string): Promise<void> {
  await relayAll(service);
  await deliverTurn(openDelivering(service.deps), { data: { webhook_id }, signal: NEVER, stopping: NEVER });
}

const envelopes = ({ received }: Receiver) => received.map(({ body }) => JSON.parse(body) as Envelope);
const webhookOf = (service: TestService, id: string) => getBody<WebhookRecord>(service, `${url}/${id}`, asOperator);
const deliveriesOf = async (service: TestService, id: string) =>
  (await getBody<ListBody<DeliveryRecord>>(service, `${url}/${id}/deliveries?limit=1000`, asOperator)).data;

describe('a delivery', () => {
  it('is a thin envelope of each event since its creation, once, in order and signed', async () => {
    const { service, receiver } = await startOwn();
    await createOne(service);
    const { id, secret } = await makeWebhook(service, { url: `${receiver.url}hook?a=b` });
    const question = await createOne(service, { correct_answer: 'Zyxqvkjw' });
    await service.request({ method: 'PATCH', url: `/questions/${question.id}`, payload: { difficulty: 2 } });
    await service.request({ method: 'DELETE', url: `/questions/${question.id}` });
    for (let times = 0; times < 2; times += 1) await deliver(service, id);
    const data = { id: question.id, changed: [], url: `/questions/${question.id}` };
    expect(envelopes(receiver)).toMatchObject([
      { type: 'question.created', timestamp: question.created_at, data: { ...data, version: 1 } },
      { type: 'question.updated', data: { ...data, version: 2, changed: ['difficulty'] } },
      { type: 'question.deleted', data: { ...data, version: 3, url: null } },
    ]);
    for (const { path, headers, body } of receiver.received) {
      expect(path).toBe('/hook?a=b');
      expect(headers).toMatchObject({ 'content-type': 'application/json', host: `127.0.0.1:${receiver.port}` });
      expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
      expect(Object.keys(JSON.parse(body))).toEqual(['id', 'type', 'timestamp', 'data']);
      expect(body).not.toContain('Zyxqvkjw');
    }
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(3);
    expect(await deliveriesOf(service, id)).toMatchObject([1, 2, 3].map(() => ({ status: 'succeeded', attempts: 1 })));
  });

  it('is chosen by type and category', async () => {
    const { service, receiver } = await startOwn();
    const chosen = { url: receiver.url, types: ['question.updated', 'token.created'], categories: ['Science'] };
    const { id } = await makeWebhook(service, chosen);
    const [physics, poem] = [
      await createOne(service, { category: 'Science' }),
      await createOne(service, { category: 'Literature' }),
    ];
    for (const question of [physics, poem])
      await service.request({ method: 'PATCH', url: `/questions/${question.id}`, payload: { difficulty: 2 } });
    const key = await createKey(service);
    await deliver(service, id);
    expect(envelopes(receiver).map((event) => [event.type, event.data.id])).toEqual([
      ['question.updated', physics.id],
      ['token.created', key.id],
    ]);
  });

  it('follows a category that is renamed', async () => {
    const { service, receiver } = await startOwn();
    const { id } = await makeWebhook(service, { url: receiver.url, categories: ['Mathematics'] });
    const renamed = { method: 'PATCH', url: '/categories/Mathematics', headers: asOperator, payload: { name: 'Past' } };
    expect((await service.request(renamed as never)).statusCode).toBe(200);
    const question = await createOne(service, { category: 'Past' });
    await createOne(service, { category: 'Science' });
    await deliver(service, id);
    expect(envelopes(receiver).map((event) => event.data.id)).toEqual([question.id]);
  });

  it('is limited to the scopes of its creator, and to events about their own credentials', async () => {
    const { service, receiver } = await startOwn();
    const { token } = await createKey(service, { scopes: ['webhooks:manage', 'analysis:read'] });
    const { id } = await makeWebhook(service, { url: receiver.url }, bearer(token));
    await createOne(service);
    await createKey(service);
    await service.request({ method: 'POST', url: '/analysis/run', payload: { analysis_type: 'coverage', filter: {} } });
    await deliver(service, id);
    expect(envelopes(receiver).map(({ type }) => type)).toEqual(['analysis.queued']);
  });

  it('is signed by both secrets during a rotation', async () => {
    const { service, receiver } = await startOwn();
    const { id, secret: before } = await makeWebhook(service, { url: receiver.url });
    const rotated = await service.request(asked('POST', `${id}/rotate`, { grace_seconds: 60 }));
    const { secret: after } = rotated.json<{ secret: string }>();
    await sendTest(service, id);
    await deliver(service, id);
    const [{ body, headers }] = receiver.received as [Receiver['received'][number]];
    for (const secret of [before, after]) new Webhook(secret).verify(body, headers);
    service.clock.now = new Date(Date.now() + 61 * SECOND_MS);
    await sendTest(service, id);
    await deliver(service, id);
    const last = receiver.received.at(-1) as Receiver['received'][number];
    new Webhook(after).verify(last.body, last.headers);
    expect(() => new Webhook(before).verify(last.body, last.headers)).toThrow('No matching signature');
  });

  it('omits events from the time when its webhook was disabled', async () => {
    const { service, receiver } = await startOwn();
    const { id } = await makeWebhook(service, { url: receiver.url });
    await service.request(asked('PATCH', id, { enabled: false }));
    await createOne(service);
    await relayEvents(service.deps); // no webhook reads the outbox any more
    await createOne(service);
    await service.request(asked('PATCH', id, { enabled: true }));
    const question = await createOne(service);
    await deliver(service, id);
    expect(envelopes(receiver).map((event) => event.data.id)).toEqual([question.id]);
  });
});

describe('several workers', () => {
  it('make one delivery of each event for each webhook', { timeout: 60_000 }, async () => {
    const { service, receiver } = await startOwn();
    const webhooks = await Promise.all([1, 2, 3].map(() => makeWebhook(service, { url: receiver.url })));
    for (let round = 0; round < 5; round += 1) {
      await service.create(Array.from({ length: 200 }, (_, index) => draft({ question_text: `${round} ${index}?` })));
      await Promise.all([1, 2, 3, 4].map(() => relayEvents(service.deps)));
    }
    await relayAll(service);
    const { rows } = await service.deps.db.reads.query<{ webhook_id: string; made: number; of: number }>(
      `select webhook_id, count(*)::integer as made, count(distinct body)::integer as of from webhook_deliveries group by webhook_id`,
    );
    expect(rows).toHaveLength(webhooks.length);
    for (const row of rows) expect(row).toMatchObject({ made: 1000, of: 1000 });
  });
});

describe('a failed delivery', () => {
  it('is tried ten times as planned, and then no more', { timeout: 60_000 }, async () => {
    const { service, receiver } = await startOwn();
    receiver.reply = (_request, response) => response.writeHead(500).end('no \u0000 luck');
    const { id } = await makeWebhook(service, { url: receiver.url });
    service.clock.now = new Date();
    const { id: delivery } = await sendTest(service, id);
    const waits: number[] = [];
    for (let attempts = 1; attempts <= 10; attempts += 1) {
      await deliver(service, id);
      expect(receiver.received).toHaveLength(attempts);
      const [shown] = await deliveriesOf(service, id);
      expect(shown).toMatchObject({ id: delivery, attempts, status: attempts < 10 ? 'pending' : 'failed' });
      expect(shown?.log.at(-1)).toMatchObject({
        status: 500,
        error: 'The receiver responded 500.',
        response: 'no  luck',
      });
      if (shown?.next_attempt_at == null) break;
      const due = new Date(shown.next_attempt_at);
      waits.push(due.getTime() - service.clock.now.getTime());
      service.clock.now = new Date(due.getTime() - 1);
      await deliver(service, id);
      expect(receiver.received, 'it was sent too soon').toHaveLength(attempts);
      service.clock.now = due;
    }
    expect(waits).toHaveLength(9);
    for (const [index, wait] of waits.entries())
      expect(Math.abs(wait / (DELAYS_MS[index] ?? 0) - 1)).toBeLessThanOrEqual(0.1);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(receiver.received.map(({ headers }) => headers['webhook-timestamp'])).toEqual([
      ...new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp'])),
    ]);

    // A replay adds ten attempts.
    receiver.reply = (_request, response) => response.writeHead(200).end();
    await service.request(asked('POST', `${id}/deliveries/${delivery}/replay`));
    await deliver(service, id);
    expect(receiver.received.at(-1)?.headers['webhook-id']).toBe(receiver.received[0]?.headers['webhook-id']);
    expect((await deliveriesOf(service, id))[0]).toMatchObject({ status: 'succeeded', attempts: 11 });
    expect((await webhookOf(service, id)).failing_since).toBeNull();
  });

  it.each([429, 503])('waits as long as %i says, together with everything else for the webhook', async (status) => {
    const { service, receiver } = await startOwn();
    receiver.reply = (_request, response) => response.writeHead(status, { 'retry-after': '120' }).end();
    const { id } = await makeWebhook(service, { url: receiver.url });
    const now = new Date();
    service.clock.now = now;
    for (let count = 0; count < 2; count += 1) await sendTest(service, id);
    await deliver(service, id);
    expect(receiver.received).toHaveLength(1);
    const first = (await deliveriesOf(service, id)).find(({ attempts }) => attempts === 1);
    expect(first?.next_attempt_at).toBe(new Date(now.getTime() + 120 * SECOND_MS).toISOString());
    const taken = async () => {
      await service.deps.db.writes.query('update webhooks set taken_at = null');
      await relayAll(service);
      const { rows } = await service.deps.db.reads.query<{ taken_at: Date | null }>('select taken_at from webhooks');
      return rows[0]?.taken_at !== null;
    };
    service.clock.now = new Date(now.getTime() + 119 * SECOND_MS);
    expect(await taken()).toBe(false);
    service.clock.now = new Date(now.getTime() + 120 * SECOND_MS);
    expect(await taken()).toBe(true);
  });

  it.each<[string, Receiver['reply'], string]>([
    ['a reset', (request) => request.socket.resetAndDestroy(), 'The connection was reset.'],
    ['broken HTTP', (request) => request.socket.end('hello\r\n\r\n'), 'The request failed: HPE_INVALID_CONSTANT'],
    ['a redirect', (_request, response) => response.writeHead(302, { location: '/' }).end(), 'Redirects are not'],
    ['404', (_request, response) => response.writeHead(404).end(), 'The receiver responded 404.'],
  ])('counts %s as a failed attempt', async (_name, reply, reason) => {
    const { service, receiver } = await startOwn();
    receiver.reply = reply;
    const { id } = await makeWebhook(service, { url: receiver.url });
    await sendTest(service, id);
    await deliver(service, id);
    const [delivery] = await deliveriesOf(service, id);
    expect(delivery).toMatchObject({ status: 'pending', attempts: 1 });
    expect(delivery?.log[0]?.error).toContain(reason);
    expect((await webhookOf(service, id)).failing_since).not.toBeNull();
  });

  it('counts a message that crashes workers as a failed attempt, then gives up', async () => {
    const { service, receiver } = await startOwn();
    const { id } = await makeWebhook(service, { url: receiver.url });
    service.clock.now = new Date();
    const { id: delivery } = await sendTest(service, id);
    const lose = () => deliverWebhooks.onDead({ webhook_id: id }, openDelivering(service.deps));
    for (let attempts = 1; attempts <= 10; attempts += 1) {
      await relayAll(service);
      await lose();
      const [shown] = await deliveriesOf(service, id);
      expect(shown).toMatchObject({ id: delivery, attempts, status: attempts < 10 ? 'pending' : 'failed' });
      expect(shown?.log.at(-1)).toMatchObject({ status: null, error: expect.stringContaining('ended twice') });
      if (shown?.next_attempt_at == null) break;
      expect(Date.parse(shown.next_attempt_at)).toBeGreaterThan(service.clock.now.getTime());
      service.clock.now = new Date(shown.next_attempt_at);
    }
    await lose(); // nothing is due
    expect((await deliveriesOf(service, id))[0]).toMatchObject({ attempts: 10 });
    expect((await webhookOf(service, id)).failing_since).not.toBeNull();
    expect(receiver.received).toEqual([]);
    const { rows } = await service.deps.db.reads.query('select from webhooks where taken_at is not null');
    expect(rows).toEqual([]);
  });

  it('counts the status of a response whose body never ends, and keeps its start', async () => {
    const { service, receiver } = await startOwn();
    receiver.reply = (_request, response) => response.writeHead(200).write('x'.repeat(1000));
    const { id } = await makeWebhook(service, { url: receiver.url });
    await sendTest(service, id);
    await deliver(service, id);
    const [delivery] = await deliveriesOf(service, id);
    expect(delivery).toMatchObject({ status: 'succeeded', log: [{ status: 200, response: 'x'.repeat(1000) }] });
  });

  it('stores 2 KiB of a response, however long it is', async () => {
    const { service, receiver } = await startOwn();
    receiver.reply = (_request, response) => response.writeHead(200).end('x'.repeat(20_000_000));
    const { id } = await makeWebhook(service, { url: receiver.url });
    await sendTest(service, id);
    await deliver(service, id);
    expect((await deliveriesOf(service, id))[0]?.log[0]?.response).toHaveLength(2048);
  });
});

describe('a webhook', () => {
  it('is disabled by 410, and other webhooks of its owner are notified', async () => {
    const { service, receiver } = await startOwn();
    receiver.reply = ({ url: path }, response) => response.writeHead(path === '/gone' ? 410 : 204).end();
    const gone = await makeWebhook(service, { url: `${receiver.url}gone`, types: ['question.created'] });
    const watcher = await makeWebhook(service, { url: `${receiver.url}watch`, types: ['webhook.disabled'] });
    for (let count = 0; count < 2; count += 1) await createOne(service);
    await deliver(service, gone.id);
    expect(receiver.received.filter(({ path }) => path === '/gone')).toHaveLength(1);
    expect(await webhookOf(service, gone.id)).toMatchObject({
      enabled: false,
      disabled_reason: 'gone',
      notice: expect.stringContaining('410'),
      version: 2,
    });
    await deliver(service, watcher.id);
    const deliveries = receiver.received.filter(({ path }) => path === '/watch');
    expect(deliveries.map(({ body }) => JSON.parse(body) as Envelope)).toMatchObject([
      { type: 'webhook.disabled', data: { id: gone.id, version: 2, url: `/webhooks/${gone.id}` } },
    ]);
    await disableUndeliverable(service.deps);
    const failed = await deliveriesOf(service, gone.id);
    expect(failed.map(({ status }) => status)).toEqual(['failed', 'failed']);
  });

  it('is disabled after five days in which everything failed, and not before', async () => {
    const { service, receiver } = await startOwn();
    receiver.reply = (_request, response) => response.writeHead(500).end();
    const { id } = await makeWebhook(service, { url: receiver.url });
    const now = new Date();
    service.clock.now = now;
    await sendTest(service, id);
    await deliver(service, id);
    service.clock.now = new Date(now.getTime() + 5 * DAY_MS);
    await disableUndeliverable(service.deps);
    expect(await webhookOf(service, id)).toMatchObject({ enabled: true, failing_since: now.toISOString() });
    service.clock.now = new Date(now.getTime() + 5 * DAY_MS + 1);
    await disableUndeliverable(service.deps);
    expect(await webhookOf(service, id)).toMatchObject({ enabled: false, disabled_reason: 'failing' });
    expect((await deliveriesOf(service, id))[0]).toMatchObject({ status: 'failed', next_attempt_at: null });
  });

  it('is disabled when 100,000 messages wait for it', { timeout: 120_000, tags: ['heavy'] }, async () => {
    const { service } = await startOwn();
    const [full, other] = [await makeWebhook(service), await makeWebhook(service)];
    const wait = (id: string, count: number) =>
      service.deps.db.writes.query({
        text: `insert into webhook_deliveries (id, webhook_id, message_id, type, body, created_at, round_began_at, next_attempt_at)
               select gen_random_uuid(), $1, gen_random_uuid()::text, 'webhook.test', '"type":"webhook.test"', now(), now(), now()
                 from generate_series(1, $2)`,
        values: [id, count],
      });
    await wait(other.id, 1000);
    for (let round = 0; round < 10; round += 1) await wait(full.id, 10_000);
    await disableUndeliverable(service.deps);
    expect(await webhookOf(service, full.id)).toMatchObject({ enabled: true });
    await wait(full.id, 1);
    await disableUndeliverable(service.deps);
    expect(await webhookOf(service, full.id)).toMatchObject({ enabled: false, disabled_reason: 'backlog' });
    expect(await webhookOf(service, other.id)).toMatchObject({ enabled: true });
  });

  it('is disabled at once when the credential that created it is revoked', async () => {
    const { service, receiver } = await startOwn();
    const key = await createKey(service, { scopes: ['webhooks:manage'] });
    const { id } = await makeWebhook(service, { url: receiver.url }, bearer(key.token));
    await service.request({ method: 'POST', url: `/webhooks/${id}/test`, headers: bearer(key.token) });
    await service.request({ method: 'DELETE', url: `/tokens/${key.id}`, headers: asOperator });
    expect(await webhookOf(service, id)).toMatchObject({ enabled: false, disabled_reason: 'owner_ended' });
    await dispatchDue(service.deps);
    const { rows } = await service.deps.db.reads.query('select from webhooks where taken_at is not null');
    expect(rows).toEqual([]); // there is no job to send due messages
  });

  it('is disabled when the credential that created it has expired', async () => {
    const { service } = await startOwn();
    const key = await createKey(service, { scopes: ['webhooks:manage'] });
    const { id } = await makeWebhook(service, {}, bearer(key.token));
    await disableUndeliverable(service.deps);
    expect((await webhookOf(service, id)).enabled).toBe(true);
    await service.deps.db.writes.query(`update tokens set expires_at = 'epoch' where id = $1`, [key.id]);
    await disableUndeliverable(service.deps);
    expect(await webhookOf(service, id)).toMatchObject({ enabled: false, disabled_reason: 'owner_ended' });
  });
});

describe('jobs', () => {
  it('deliver due messages, and a slow webhook delays no other', { timeout: 120_000 }, async () => {
    const { service, receiver } = await startOwn();
    const held: (() => void)[] = [];
    receiver.reply = ({ url: path }, response) => {
      if (path === '/hole') held.push(() => response.end());
      else response.writeHead(204).end();
    };
    const hole = await makeWebhook(service, { url: `${receiver.url}hole` });
    const others = await Promise.all(
      Array.from({ length: 12 }, (_, index) => makeWebhook(service, { url: `${receiver.url}${index}` })),
    );
    await service.create(Array.from({ length: 20 }, (_, index) => draft({ question_text: `Which is ${index}?` })));
    const worker = await startTestWorker(service);
    await relayAll(service);
    const arrived = () => receiver.received.filter(({ path }) => path !== '/hole').length;
    await expect.poll(arrived, { timeout: 60_000 }).toBe(20 * others.length);
    expect(receiver.received.filter(({ path }) => path === '/hole')).toHaveLength(1);
    await service.request(asked('DELETE', hole.id)); // ends running deliveries
    for (const release of held) release();
    await worker.stop();
    const { rows } = await service.deps.db.reads.query('select from webhooks where taken_at is not null');
    expect(rows).toEqual([]);
  });
});
