import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { Channel, type Handlers } from './channel.ts';
import { CountsOfAll, countWithSiblings } from './counts.ts';
import { metricsOfAll } from './metrics.ts';
import type { Metrics } from './questions.ts';

/** Two ends of a pipe, like `process` and a `cluster.Worker`: what one sends, the other receives in a later turn. */
class End extends EventEmitter {
  other: End | undefined;
  broken = false;
  sent = 0;

  send(message: object, done: (error: Error | null) => void): boolean {
    this.sent += 1;
    const copy: unknown = JSON.parse(JSON.stringify(message));
    setImmediate(() => {
      if (!this.broken) this.other?.emit('message', copy);
      done(this.broken ? new Error('the channel is closed') : null);
    });
    return true;
  }
}

function connect(handlers: Handlers): { child: Channel; pipe: End } {
  const [here, there] = [new End(), new End()];
  here.other = there;
  there.other = here;
  new Channel(there, handlers);
  return { child: new Channel(here, {}), pipe: here };
}

const metric = (value: number): Metrics => [
  {
    name: 'requests',
    help: 'h',
    type: 'counter' as never,
    aggregator: 'omit',
    collect: () => {},
    values: [{ value, labels: { route: '/' } }],
  },
];

describe('questions between processes', () => {
  it('get separate replies', async () => {
    const { child } = connect({
      metrics: async () => 'text',
      take: async (takes) => takes.map(() => ({ used: 1, endsInMs: 2 })),
    });
    const replies = await Promise.all([child.ask('take', [['p', 'k', 1, 60]], 1000), child.ask('metrics', null, 1000)]);
    expect(replies).toEqual([[{ used: 1, endsInMs: 2 }], 'text']);
  });

  it('fail if they are unknown, if the reply is late or if the other process has ended', async () => {
    const { promise: never } = Promise.withResolvers<string>();
    const { child, pipe } = connect({ metrics: () => never });
    await expect(child.ask('metrics', null, 20)).rejects.toThrow('no reply to metrics within 20 ms');
    await expect(child.ask('take', [], 1000)).rejects.toThrow('take failed in the other process');
    pipe.broken = true;
    await expect(child.ask('metrics', null, 1000)).rejects.toThrow('the channel is closed');
  });

  it('are limited to 100 at once', async () => {
    const { promise: never } = Promise.withResolvers<string>();
    const { child } = connect({ metrics: () => never });
    const waiting = Array.from({ length: 100 }, () => child.ask('metrics', null, 50));
    expect(() => child.ask('metrics', null, 50)).toThrow('100 questions are in progress');
    const ends = await Promise.allSettled(waiting);
    expect(ends.every(({ status }) => status === 'rejected')).toBe(true);
    await expect(child.ask('metrics', null, 20)).rejects.toThrow('no reply');
  });
});

describe('counts of several processes', () => {
  const counter = { prefix: 'quaestor:principal', seconds: 60 };

  it('add up, with one question for all callers of a turn', async () => {
    const all = new CountsOfAll();
    const take = { take: async (takes: Parameters<CountsOfAll['take']>[0]) => all.take(takes) };
    const [one, two] = [connect(take), connect(take)];
    const [first, second] = [countWithSiblings(one.child), countWithSiblings(two.child)];
    const counts = await Promise.all(
      Array.from({ length: 200 }, (_, index) => (index % 2 === 0 ? first : second).take(counter, 'key', 1)),
    );
    expect(counts.map((count) => count?.used).sort((left = 0, right = 0) => left - right)).toEqual(
      Array.from({ length: 200 }, (_, index) => index + 1),
    );
    expect(one.pipe.sent + two.pipe.sent).toBe(2);
    expect(await first.take({ ...counter, prefix: 'quaestor:network' }, 'key', 5)).toMatchObject({ used: 5 });
  });

  it('are kept by each process while the first one is gone', async () => {
    const { child, pipe } = connect({});
    pipe.broken = true;
    expect(await countWithSiblings(child).take(counter, 'key', 1)).toBeUndefined();
  });
});

it('collects the metrics of all processes that reply, labelled by their numbers', async () => {
  const children = new Map([
    [1, connect({ ownMetrics: async () => metric(3) }).child],
    [2, connect({ ownMetrics: async () => metric(4) }).child],
    [3, connect({}).child],
  ]);
  const text = await metricsOfAll(children);
  expect(text.split('\n').filter((line) => line.startsWith('requests'))).toEqual([
    'requests{route="/",process="1"} 3',
    'requests{route="/",process="2"} 4',
  ]);
});
