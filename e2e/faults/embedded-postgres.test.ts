import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { copyCluster } from '../support/cluster.ts';
import { json, type Service, startService, temporaryDirectory } from '../support/service.ts';

const directory = await temporaryDirectory();
const data = path.join(directory.path, 'data');
const pidFile = path.join(data, 'postgres/postmaster.pid');
const PATIENCE = { timeout: 120_000, interval: 50 };
/** The numbers of kills: one in the gate, and nineteen more in the release check. */
const [ONE, MORE] = [1, 19];

describe('the embedded PostgreSQL', () => {
  let service: Service;
  const kept: string[] = [];

  beforeAll(async () => {
    await mkdir(data);
    copyCluster(inject('cluster'), data);
    service = await startService({ DATA_DIR: data });
  });
  afterAll(async () => {
    service.process.kill('SIGTERM');
    await directory.remove();
  });

  const postmaster = () => Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  const linesWith = (text: string) =>
    service
      .output()
      .split('\n')
      .filter((line) => line.includes(text)).length;
  const status = async (url: string) => (await service.fetch(url).catch(() => undefined))?.status;

  async function write(number: number): Promise<void> {
    const question = { question_text: `Which is number ${number}?`, correct_answer: String(number), difficulty: 0 };
    const reply = await service.fetch('/questions', json({ ...question, category: 'Science' }));
    expect(reply.status).toBe(201);
    kept.push(((await reply.json()) as { id: string }).id);
  }

  async function killAndRecover(number: number): Promise<void> {
    await write(number);
    const before = linesWith('PostgreSQL is running again');
    // Not SIGTERM: with it, PostgreSQL waits until all connections have ended.
    const signal = (['SIGKILL', 'SIGQUIT', 'SIGINT'] as const)[number % 3] ?? 'SIGKILL';
    process.kill(postmaster(), signal);
    await expect.poll(() => linesWith('PostgreSQL is running again'), PATIENCE).toBe(before + 1);
    await expect.poll(() => status('/readyz'), PATIENCE).toBe(200);
    for (const id of kept) expect(await status(`/questions/${id}`)).toBe(200);
  }

  it('is started again when it was killed, and has lost nothing', async () => {
    for (let number = 0; number < ONE; number += 1) await killAndRecover(number);
    expect(linesWith('PostgreSQL has ended')).toBe(ONE);
  });

  // The pauses grow to 30 s, because the server never runs for a minute.
  it('is started again each of 20 times', { tags: ['release'], timeout: 1_200_000 }, async () => {
    const before = linesWith('PostgreSQL has ended');
    for (let number = ONE; number < ONE + MORE; number += 1) await killAndRecover(number);
    expect(linesWith('PostgreSQL has ended') - before).toBe(MORE);
  });

  it('gives the reason once while it cannot be started, and is started when it can', {
    tags: ['release'],
  }, async () => {
    const settings = path.join(data, 'postgres/postgresql.auto.conf');
    const good = await readFile(settings, 'utf8');
    await writeFile(settings, 'no_such_setting = 1\n');
    const [again, before] = [linesWith('is running again'), postmaster()];
    process.kill(before, 'SIGKILL');
    await expect.poll(() => linesWith('PostgreSQL does not start'), PATIENCE).toBe(1);
    expect(service.output()).toContain('no_such_setting');
    const started = Date.now();
    await expect.poll(() => Date.now() - started > 8000, PATIENCE).toBe(true); // three more attempts
    expect(linesWith('PostgreSQL does not start')).toBe(1);
    await writeFile(settings, good);
    await expect.poll(() => linesWith('is running again'), PATIENCE).toBe(again + 1);
    await expect.poll(() => status('/readyz'), PATIENCE).toBe(200);
  });

  it('stops with the service', async () => {
    expect(await service.end()).toBe(0);
    expect(existsSync(pidFile)).toBe(false);
  });
});
