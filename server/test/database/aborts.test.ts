import { once } from 'node:events';
import { connect } from 'node:net';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { draft, startTestService } from '../harness.ts';
import { eventually } from './sessions.ts';

const lines: { level: number; msg: string; status?: number; cause?: string }[] = [];
const logger = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) });
const service = await startTestService({}, logger);
const port = Number(new URL(await service.app.listen({ host: '127.0.0.1', port: 0 })).port);

/** Sends what it is given and goes away: with a reset, or as a program that ends does. */
async function sendAndLeave(text: string, leave: 'reset' | 'end'): Promise<void> {
  const before = lines.length;
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(text);
  // The service must have begun to read before the caller goes.
  await new Promise((resolve) => setTimeout(resolve, 100));
  if (leave === 'reset') socket.resetAndDestroy();
  else socket.destroy();
  await eventually(async () => lines.length > before);
}

const head = 'Host: x\r\nContent-Type: application/json\r\nContent-Length: 60000';
const body = JSON.stringify(draft());

it.each(['reset', 'end'] as const)(
  'does not take a caller who goes away in the middle of a body (%s) for a lost database',
  async (leave) => {
    await sendAndLeave(`POST /questions HTTP/1.1\r\n${head}\r\n\r\n${body.slice(0, 40)}`, leave);
    await sendAndLeave(`PUT /questions/x HTTP/1.1\r\n${head}\r\n\r\n`, leave);
    expect(lines.filter(({ level }) => level >= 40)).toEqual([]);
    expect(lines.map(({ status }) => status)).not.toContain(503);
  },
);
