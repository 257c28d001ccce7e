import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ShardTurns } from './shard-turns.ts';

const NEVER = new AbortController().signal;

/** Starts turns with a clock that the test moves. */
function start(idleLimit = 2, busyLimit = 1) {
  const clock = { at: 0 };
  let notify = () => {};
  const subscribe = (_channel: string, listener: (payload: string) => void) => {
    notify = () => listener('');
    return () => {};
  };
  const turns = new ShardTurns({ subscribe }, { idleLimit, busyLimit, now: () => clock.at });
  return { turns, clock, notify: () => notify() };
}

/** Asks for turns. The list receives a function to end each turn, as soon as it is granted. */
async function ask(turns: ShardTurns, times: number) {
  const ends: (() => void)[] = [];
  for (let time = 0; time < times; time += 1) void turns.take(NEVER).then((end) => ends.push(end));
  await setImmediate();
  return ends;
}

describe('turns of shards', () => {
  it('match the number of threads while there are no callers', async () => {
    const { turns } = start();
    const ends = await ask(turns, 3);
    expect(ends).toHaveLength(2);
    ends[0]?.();
    await setImmediate();
    expect(ends).toHaveLength(3);
  });

  it('decrease while callers are served, and return to the full number afterwards', async () => {
    const { turns, clock, notify } = start();
    notify();
    const ends = await ask(turns, 3);
    expect(ends).toHaveLength(1);
    clock.at += 2000;
    notify();
    clock.at += 2000;
    ends[0]?.();
    await setImmediate();
    expect(ends).toHaveLength(2);
    clock.at += 1000;
    ends[1]?.();
    await setImmediate();
    expect(ends).toHaveLength(3);
    expect(await ask(turns, 2)).toHaveLength(1);
  });

  it('go to waiting shards in order, and not to canceled ones', async () => {
    const { turns } = start(1, 1);
    const [end] = await ask(turns, 1);
    const got: string[] = [];
    const leaving = new AbortController();
    const left = turns.take(leaving.signal);
    void turns.take(NEVER).then(() => got.push('second'));
    leaving.abort(new Error('canceled'));
    await expect(left).rejects.toThrow('canceled');
    end?.();
    await setImmediate();
    expect(got).toEqual(['second']);
    await expect(turns.take(leaving.signal)).rejects.toThrow('canceled');
  });
});
