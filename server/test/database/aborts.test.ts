import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { draft, startTestService } from '../harness.ts';

const lines: { level: number; status?: number }[] = [];
const logger = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) });
const service = await startTestService({}, logger);
const port = Number(new URL(await service.app.listen({ host: '127.0.0.1', port: 0 })).port);

/** Sends a part of a request, and goes away when the service has begun to read it. */
async function sendAndLeave(text: string, leave: 'reset' | 'end'): Promise<void> {
  const seen = once(service.app.server, 'request') as Promise<[IncomingMessage]>;
  const socket = connect(port, '127.0.0.1', () => socket.write(text));
  const [request] = await seen;
  const closed = once(request, 'close').catch(() => {});
  await wait(50);
  if (leave === 'reset') socket.resetAndDestroy();
  else socket.destroy();
  await closed;
  await wait(50); // for the line that must not come
}

const head = 'Host: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n';
const text = JSON.stringify(draft()).slice(0, 40);

it.each(['reset', 'end'] as const)(
  'does not take a caller who goes away in the middle of a body (%s) for a lost database',
  async (leave) => {
    await sendAndLeave(`POST /questions HTTP/1.1\r\n${head}${text}`, leave);
    await sendAndLeave(`PATCH /questions/x HTTP/1.1\r\n${head}`, leave);
    expect(lines.filter(({ level }) => level >= 40)).toEqual([]);
    expect(lines.map(({ status }) => status)).not.toContain(503);
  },
);
