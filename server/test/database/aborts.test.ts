import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { asOperator, draft, startTestService } from '../harness.ts';

const lines: { level: number; status?: number }[] = [];
const logger = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) });
const service = await startTestService({}, logger);
const port = Number(new URL(await service.app.listen({ host: '127.0.0.1', port: 0 })).port);

/** Sends a part of a request, and disconnects when the service has begun to read it. */
async function sendAndLeave(text: string, leave: 'reset' | 'end'): Promise<void> {
  const seen = once(service.app.server, 'request') as Promise<[IncomingMessage]>;
  const socket = connect(port, '127.0.0.1', () => socket.write(text));
  const [request] = await seen;
  const closed = once(request, 'close').catch(() => {});
  await wait(50);
  if (leave === 'reset') socket.resetAndDestroy();
  else socket.destroy();
  await closed;
  await wait(50); // time for a log line that must not appear
}

const head = 'Host: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n';
const text = JSON.stringify(draft()).slice(0, 40);

it.each(['reset', 'end'] as const)(
  'does not mistake a caller who disconnects in the middle of a body (%s) for a lost database',
  async (leave) => {
    await sendAndLeave(`POST /questions HTTP/1.1\r\n${head}${text}`, leave);
    await sendAndLeave(`PATCH /questions/x HTTP/1.1\r\n${head}`, leave);
    expect(lines.filter(({ level }) => level >= 40)).toEqual([]);
    expect(lines.map(({ status }) => status)).not.toContain(503);
  },
);

it('does not count callers who disconnected before the response as waiting', async () => {
  const holder = new pg.Client({ connectionString: service.databaseUrl });
  await holder.connect();
  await holder.query('begin; lock table questions in access exclusive mode');
  const inFlight = async () => {
    const { body } = await service.request({ url: '/metrics', headers: asOperator });
    return Number(/^quaestor_http_requests_in_flight (\d+)$/mu.exec(body)?.[1]);
  };
  const before = await inFlight();
  for (const leave of ['reset', 'end'] as const)
    await sendAndLeave('GET /questions/00000000-0000-7000-8000-00000000ffff HTTP/1.1\r\nHost: x\r\n\r\n', leave);
  const after = await inFlight();
  await holder.end();
  expect(after).toBe(before);
  await expect.poll(inFlight).toBe(before);
});
