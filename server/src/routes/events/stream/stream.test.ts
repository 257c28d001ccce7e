import type { ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { FEED_TYPES } from '../../../domain/event-feed.ts';
import { EventLog } from './event-log.ts';
import { EventStream } from './stream.ts';

const place = (transaction: number) => ({
  epoch: 1,
  history: 'a',
  transaction_id: String(transaction),
  sequence: '1',
});
const events = (from: number, until: number) =>
  Array.from({ length: until - from }, (_, index) => ({
    type: 'question.created' as const,
    actor: 'me',
    place: place(from + index),
    frame: `${from + index};`,
  }));

/** A stream into a pipe, whose other end the test reads when it wants to. */
function open() {
  const pipe = new PassThrough({ encoding: 'utf8' });
  const ends: string[] = [];
  const stream = new EventStream(
    pipe as unknown as ServerResponse,
    { types: new Set(FEED_TYPES), owner: null },
    { stallMs: 30_000, onEnd: (reason) => ends.push(reason), onSent: () => {} },
  );
  return { stream, ends, read: () => (pipe.read() as string | null) ?? '' };
}

it('does not repeat events that a client has received from a node that was ahead', () => {
  const log = new EventLog(place(10), 100);
  const { stream, read } = open();
  stream.follow(log, place(15), log.find(place(15)) ?? -1);
  log.append(events(11, 14), place(13));
  stream.flush();
  stream.heartbeat();
  expect(read()).toBe(':\n\n'); // not the position of this node, which lags
  log.append(events(14, 19), place(18));
  stream.flush();
  expect(read()).toBe('16;17;18;');
  stream.heartbeat();
  expect(read()).toBe(':\nid: 1-a-18-1\n\n');
});

it('continues when its reader does, and ends if the next event has left the log', async () => {
  const log = new EventLog(place(0), 1000);
  const { stream, ends, read } = open();
  stream.follow(log, place(0), 0);
  const fill = () => stream.write('x'.repeat(100_000));
  fill();
  expect(stream.isBlocked).toBe(true);
  log.append(events(1, 4), place(3));
  stream.flush();
  let text = '';
  await expect.poll(() => (text += read())).toMatch(/x1;2;3;$/u);
  expect(text).toHaveLength(100_006);
  fill();
  log.append(events(4, 2004), place(2003));
  await expect.poll(() => read() + ends.join('')).toBe('slow');
});
