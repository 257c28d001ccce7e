/** @module-tag release */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Fleet } from '../support/fleet.ts';
import { type OwnPostgres, startOwnPostgres } from '../support/own-postgres.ts';
import { hasHaproxy } from '../support/own-proxy.ts';
import { RESTART_SETTINGS, ROUND_WITHIN_MS, ROUNDS, restartUnderLoad } from '../support/rolling-restarts.ts';
import { temporaryDirectory } from '../support/service.ts';

describe.skipIf(!hasHaproxy)('a rolling restart of 2 api and 2 workers behind a proxy, under load', () => {
  let postgres: OwnPostgres;
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
  let fleet: Fleet | undefined;

  beforeAll(async () => {
    directory = await temporaryDirectory();
    postgres = await startOwnPostgres(`${directory.path}/own`, { max_connections: '200' });
  });
  afterEach(async () => fleet?.end());
  afterAll(async () => {
    postgres.stop();
    await directory.remove();
  });

  async function start(settings: Readonly<Record<string, string>>, check: string): Promise<Fleet> {
    fleet = new Fleet(postgres.url, directory.path, settings);
    await fleet.start(directory.path, check);
    return fleet;
  }

  it(`fails no request, loses no acknowledged write and leaves no process, ${ROUNDS} times`, {
    timeout: ROUND_WITHIN_MS * (ROUNDS + 1),
  }, async () => {
    const met = await restartUnderLoad(await start(RESTART_SETTINGS, '/readyz'), postgres.url);
    expect(met).toMatchObject({ failed: [], lost: [] });
    expect(met.least).toBeGreaterThan(ROUNDS);
  });

  it.each([
    ['the api does not wait for the proxy to notice', { ...RESTART_SETTINGS, STOP_DELAY_MS: '0' }, '/readyz'],
    ['the proxy does not look at /readyz', RESTART_SETTINGS, '/healthz'],
  ])('would fail requests if %s', { timeout: ROUND_WITHIN_MS * 2 }, async (_mistake, settings, check) => {
    const started = await start(settings, check);
    await started.restartOne();
    const { failed } = await started.stopLoad();
    expect(failed.filter((text) => text.includes('503'))).not.toEqual([]);
  });
});
