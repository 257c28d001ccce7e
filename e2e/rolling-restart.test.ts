import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Fleet } from './fleet.ts';
import { type OwnPostgres, startOwnPostgres } from './own-postgres.ts';
import { hasHaproxy } from './own-proxy.ts';
import { temporaryDirectory } from './service.ts';

/** How often each of the four processes is replaced. `npm run rolling-restarts` does it 20 times. */
const ROUNDS = Number(process.env['ROLLING_RESTARTS'] ?? '2');
/** Long enough for the proxy, which looks twice a second, also on a busy machine. */
const STOP_DELAY_MS = '2000';
const ROUND_WITHIN_MS = 600_000;

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
    const started = await start({ STOP_DELAY_MS, OVERLOAD_DELAY_MS: '0' }, '/readyz'); // a busy machine is no restart
    const begunAt = performance.now();
    for (let round = 1; round <= ROUNDS; round += 1) {
      await started.restartAll();
      process.stdout.write(`${round} of ${ROUNDS}: ${started.tell()}\n`);
    }
    const seconds = Math.round((performance.now() - begunAt) / 1000);
    const { failed, acknowledged, ledger, reads, analyses } = await started.stopLoad();
    const sql = new pg.Pool({ connectionString: postgres.url, max: 1 });
    const lost = await ledger.listLost(sql);
    await sql.end();
    process.stdout.write(
      `${ROUNDS} rolling restarts (${started.restarts} processes) in ${seconds} s: ${reads} reads, ` +
        `${acknowledged} acknowledged writes, ${analyses} analyses; failed ${failed.length}, lost ${lost.length}\n`,
    );
    expect([failed, lost]).toEqual([[], []]);
    expect(Math.min(reads, acknowledged, analyses)).toBeGreaterThan(ROUNDS);
  });

  it.each([
    ['the api does not wait for the proxy to notice', { STOP_DELAY_MS: '0' }, '/readyz'],
    ['the proxy does not look at /readyz', { STOP_DELAY_MS }, '/healthz'],
  ])('would fail requests if %s', { timeout: ROUND_WITHIN_MS * 2 }, async (_mistake, settings, check) => {
    const started = await start(settings, check);
    await started.restartOne();
    const { failed } = await started.stopLoad();
    expect(failed.filter((text) => text.includes('503'))).not.toEqual([]);
  });
});
