import pg from 'pg';
import type { Fleet } from './fleet.ts';

/** The number of times that each process in a fleet is replaced. `npm run rolling-restarts` does it 20 times. */
export const ROUNDS = Number(process.env['ROLLING_RESTARTS'] ?? '2');
export const ROUND_WITHIN_MS = 600_000;
/**
 * The delay is long enough for the proxy, which checks twice a second. Load shedding is off, because a busy machine
 * would cause it.
 */
export const RESTART_SETTINGS = { STOP_DELAY_MS: '2000', OVERLOAD_DELAY_MS: '0' };

/** Replaces every process of a fleet under load, several times, and returns what callers experienced. */
export async function restartUnderLoad(fleet: Fleet, databaseUrl: string) {
  const begunAt = performance.now();
  for (let round = 1; round <= ROUNDS; round += 1) {
    await fleet.restartAll();
    process.stdout.write(`${round} of ${ROUNDS}: ${fleet.summary()}\n`);
  }
  const seconds = Math.round((performance.now() - begunAt) / 1000);
  const { failed, acknowledged, ledger, reads, analyses } = await fleet.stopLoad();
  const sql = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const lost = await ledger.listLost(sql);
  await sql.end();
  process.stdout.write(
    `${ROUNDS} rolling restarts (${fleet.restarts} processes) in ${seconds} s: ${reads} reads, ` +
      `${acknowledged} acknowledged writes, ${analyses} analyses; failed ${failed.length}, lost ${lost.length}\n`,
  );
  return { failed, lost, least: Math.min(reads, acknowledged, analyses) };
}
