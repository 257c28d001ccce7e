import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { json, startService, temporaryDirectory } from './service.ts';

const AWAY_MS = 5000;
const CLIENTS = 16;

const directory = await temporaryDirectory();
const service = await startService({ DATA_DIR: `${directory.path}/data`, RATE_LIMIT: 'false' });
afterAll(async () => {
  await service.end();
  await directory.remove();
});

interface Tally {
  statuses: Map<number, number>;
  withoutRetryAfter: number;
  acknowledged: string[];
}

/** Creates and reads until told to stop, and keeps the id of every creation that was acknowledged. */
async function load(tally: Tally, stopped: () => boolean): Promise<void> {
  while (!stopped()) {
    const created = await service.fetch(
      '/questions',
      json({
        question_text: 'Still there?',
        correct_answer: 'Yes',
        category: 'Science',
        difficulty: 0,
      }),
    );
    const listed = await service.fetch('/questions?limit=5');
    for (const reply of [created, listed]) {
      tally.statuses.set(reply.status, (tally.statuses.get(reply.status) ?? 0) + 1);
      if (reply.status === 503 && reply.headers.get('retry-after') === null) tally.withoutRetryAfter += 1;
    }
    const body = (await created.json()) as { id: string };
    if (created.status === 201) tally.acknowledged.push(body.id);
    await listed.arrayBuffer();
  }
}

it('replies 503 with Retry-After while the database is away for 5 s, loses nothing and recovers by itself', async () => {
  const data = `${directory.path}/data/postgres`;
  const postmaster = () => Number(readFileSync(`${data}/postmaster.pid`, 'utf8').split('\n')[0]);
  const command = readFileSync(`${data}/postmaster.opts`, 'utf8').trim();
  const owner = process.getuid?.() === 0 ? ['postgres'] : undefined;

  const tally: Tally = { statuses: new Map(), withoutRetryAfter: 0, acknowledged: [] };
  let stopped = false;
  const clients = Array.from({ length: CLIENTS }, () => load(tally, () => stopped));
  await wait(2000);
  const before = tally.acknowledged.length;
  process.kill(postmaster(), 'SIGQUIT'); // immediate shutdown: connections break, no checkpoint
  await wait(AWAY_MS);
  const start = `nohup ${command.replaceAll('"', "'")} >/dev/null 2>&1 &`;
  execFileSync('sh', ['-c', owner === undefined ? start : `su -s /bin/sh postgres -c "${start}"`]);
  await wait(4000);
  const during = new Map(tally.statuses);
  const atRecovery = tally.acknowledged.length;
  await wait(2000);
  stopped = true;
  await Promise.all(clients);

  expect(before).toBeGreaterThan(0);
  expect(during.get(503)).toBeGreaterThan(0);
  expect(tally.withoutRetryAfter).toBe(0);
  expect([...tally.statuses.keys()].sort()).toEqual([200, 201, 503]);
  expect(tally.acknowledged.length).toBeGreaterThan(atRecovery);
  const stored = new Set<string>();
  for (let url: string | null = '/questions?limit=1000&fields=id'; url !== null; ) {
    const reply: Response = await service.fetch(url);
    const page = (await reply.json()) as { data: { id: string }[] };
    for (const { id } of page.data) stored.add(id);
    url = /<([^>]+)>; rel="next"/u.exec(reply.headers.get('link') ?? '')?.[1] ?? null;
  }
  expect(tally.acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  process.stdout.write(
    `statuses ${JSON.stringify([...tally.statuses])}, acknowledged ${tally.acknowledged.length}, all stored\n`,
  );
});
