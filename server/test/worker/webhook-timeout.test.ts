import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { deliverTurn, openDelivering } from '../../src/worker/webhooks/deliver.ts';
import { TIMEOUT_MS } from '../../src/worker/webhooks/send.ts';
import { asOperator, startTestService } from '../harness.ts';
import { getBody, type ListBody } from '../http/common.ts';
import { type DeliveryRecord, makeWebhook, sendTest, url } from '../http/webhooks/steps.ts';
import { type Receiver, startReceiver } from './webhook-receiver.ts';

const service = await startTestService({ WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_NETWORKS: '127.0.0.0/8' });
afterAll(() => service.end());
const NEVER = new AbortController().signal;

/** Sends one message to a receiver with this behaviour; returns the stored attempt, and how long the turn took. */
async function attempt(reply: Receiver['reply'], timeoutMs?: number) {
  const receiver = await startReceiver();
  receiver.reply = reply;
  const { id } = await makeWebhook(service, { url: receiver.url });
  await sendTest(service, id);
  const delivering = openDelivering(service.deps, timeoutMs === undefined ? {} : { timeoutMs });
  const started = performance.now();
  await deliverTurn(delivering, { data: { webhook_id: id }, signal: NEVER, stopping: NEVER });
  const seconds = (performance.now() - started) / 1000;
  const { data } = await getBody<ListBody<DeliveryRecord>>(service, `${url}/${id}/deliveries`, asOperator);
  const { rows } = await service.deps.db.reads.query<{ resume_at: Date | null }>({
    text: 'select resume_at from webhooks where id = $1',
    values: [id],
  });
  return { delivery: data[0], seconds, resumeAt: rows[0]?.resume_at ?? null };
}

it.each<[string, Receiver['reply']]>([
  ['never responds', () => {}],
  ['sends a header again and again', (request) => drip(request.socket, 'HTTP/1.1 200 OK\r\n', 'x-slow: 1\r\n')],
  ['sends a letter again and again', (request) => drip(request.socket, 'HTTP/1.1 20', '0')],
])('pauses a receiver that %s after the time limit', async (_name, reply) => {
  const { delivery, seconds, resumeAt } = await attempt(reply, 400);
  expect(delivery).toMatchObject({ status: 'pending', attempts: 1 });
  expect(delivery?.log[0]).toMatchObject({ status: null, error: expect.any(String) as unknown });
  expect(seconds).toBeLessThan(5);
  expect(resumeAt).not.toBeNull();
});

it('reports how long it waited for a response', async () => {
  const { delivery } = await attempt(() => {}, 400);
  expect(delivery?.log[0]).toMatchObject({ status: null, error: 'There was no response within 0.4 s.' });
  expect(delivery?.log[0]?.duration_ms).toBeGreaterThanOrEqual(400);
});

it('waits for 15 s by default, as docs/explanation/limits.md says', { tags: ['heavy'] }, async () => {
  const page = readFileSync(path.resolve(import.meta.dirname, '../../../docs/explanation/limits.md'), 'utf8');
  expect(page).toMatch(new RegExp(`\\| a response of a receiver +\\| ${TIMEOUT_MS / 1000} s;`, 'u'));
  const { delivery, seconds } = await attempt(() => {});
  expect(delivery?.log[0]).toMatchObject({ status: null, error: 'There was no response within 15 s.' });
  expect(seconds).toBeGreaterThanOrEqual(15);
});

/** Sends the start of a response, then more of it forever. */
function drip(socket: NodeJS.WritableStream, start: string, more: string): void {
  socket.write(start);
  const timer = setInterval(() => socket.write(more), 50);
  socket.on('close', () => clearInterval(timer)).on('error', () => clearInterval(timer));
}
