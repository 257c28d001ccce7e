import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { Deadlines } from './deadlines.ts';

const late: string[] = [];
const opened: Deadlines<string>[] = [];

function open(ms: number): Deadlines<string> {
  const deadlines = new Deadlines<string>(ms, (item) => late.push(item));
  opened.push(deadlines);
  return deadlines;
}

afterEach(() => {
  for (const deadlines of opened.splice(0)) deadlines.close();
  late.length = 0;
});

test('expires items that have not ended in time, once and in order', async () => {
  const deadlines = open(40);
  deadlines.begin('first');
  deadlines.begin('second');
  deadlines.end(deadlines.begin('done'));
  await expect.poll(() => late).toEqual(['first', 'second']);
  await wait(60);
  expect(late).toEqual(['first', 'second']);
});

test('can renew an item, which is then due after items that began in the meantime', async () => {
  const deadlines = open(40);
  const slow = deadlines.begin('slow');
  deadlines.begin('other');
  deadlines.restart(slow);
  await expect.poll(() => late).toEqual(['other', 'slow']);
});

test('can end an item twice, and from anywhere in the list', async () => {
  const deadlines = open(40);
  const all = ['a', 'b', 'c', 'd'].map((item) => deadlines.begin(item));
  for (const ended of [all[1], all[1], all[3], all[0]]) if (ended !== undefined) deadlines.end(ended);
  await expect.poll(() => late).toEqual(['c']);
  deadlines.begin('e');
  await expect.poll(() => late).toEqual(['c', 'e']);
});

test('expires none of a hundred thousand items early', async () => {
  const deadlines = open(60_000);
  for (let index = 0; index < 100_000; index += 1) deadlines.begin(String(index));
  await wait(300); // longer than the time between two checks
  expect(late).toEqual([]);
});
