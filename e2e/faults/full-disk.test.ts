/** @module-tag release */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { temporaryDirectory } from '../support/service.ts';
import { FAULT_RUNS, FaultTarget } from './fault-target.ts';
import { SmallDisk, whyNoSmallDisk } from './small-disk.ts';

const RUN_MS = 120_000;
const DATA_MB = 400;
const WAL_MB = 200;
/** The number of writes to be rejected before space is freed. */
const REJECTED = 20;
/** Switching starts the next segment of 16 MB, which is more than the disk has left. */
const MAX_SEGMENTS = WAL_MB / 16 + 5;

const place = await temporaryDirectory();
const reason = whyNoSmallDisk(path.join(place.path, 'tried'));
if (reason !== undefined) process.stdout.write(`SKIPPED: full disk, no file system can be mounted: ${reason}\n`);

interface Disks {
  data: SmallDisk;
  wal: SmallDisk;
  target: FaultTarget;
}

/**
 * Puts the data and the write-ahead log on two small disks. PostgreSQL rejects writes when the first is full, and stops
 * when the second is.
 */
async function startOnSmallDisks(): Promise<Disks> {
  const data = new SmallDisk(path.join(place.path, 'data'), DATA_MB);
  const wal = new SmallDisk(path.join(place.path, 'wal'), WAL_MB);
  const settings = { min_wal_size: '32MB', max_wal_size: '64MB' };
  const log = path.join(place.path, 'server.log');
  writeFileSync(log, '');
  chmodSync(log, 0o666);
  const target = await FaultTarget.start(settings, {
    log,
    directory: { path: data.path, remove: async () => {} },
    prepare: (cluster) => moveWal(cluster, wal.path),
  });
  return { data, wal, target };
}

function moveWal(cluster: string, to: string): void {
  const [from, moved] = [path.join(cluster, 'pg_wal'), path.join(to, 'pg_wal')];
  cpSync(from, moved, { recursive: true });
  execFileSync('chown', ['-R', 'postgres:', to]);
  rmSync(from, { recursive: true });
  symlinkSync(moved, from);
}

const disks = reason === undefined ? await startOnSmallDisks() : undefined;
afterAll(async () => {
  await disks?.target.end();
  disks?.data.remove();
  disks?.wal.remove();
  await place.remove();
});

function running(): Disks {
  if (disks === undefined) throw new Error('there are no disks');
  return disks;
}

it.skipIf(disks === undefined)(
  'rejects writes with 503 and Retry-After while the disk of the data is full, and resumes them when there is space',
  { timeout: RUN_MS * FAULT_RUNS },
  async () => {
    const { data, target } = running();
    for (let run = 0; run < FAULT_RUNS; run += 1) {
      await target.inject(`full disk of data ${run}`, async (load) => {
        data.fill();
        await load.rejected(REJECTED);
        const read = await target.service.fetch('/questions?limit=5');
        expect([200, 503], await read.text()).toContain(read.status);
        expect((await target.service.fetch('/healthz')).status).toBe(200);
        data.free();
      });
      expect(target.postgres.log()).toMatch(/could not extend file .*No space left on device/u);
      await target.verify();
    }
  },
);

it.skipIf(disks === undefined)(
  'keeps every acknowledged write when the disk of the write-ahead log is full, which stops PostgreSQL',
  { timeout: RUN_MS * FAULT_RUNS },
  async () => {
    const { wal, target } = running();
    for (let run = 0; run < FAULT_RUNS; run += 1) {
      await target.inject(`full disk of the write-ahead log ${run}`, async (load) => {
        wal.fill();
        for (let segment = 0; segment < MAX_SEGMENTS; segment += 1) {
          await target.sql.query('select pg_switch_wal()').catch(() => {}); // fails once PostgreSQL has stopped
        }
        await load.rejected(REJECTED);
        wal.free();
        target.postgres.stop();
        await target.postgres.start();
      });
      expect(target.postgres.log()).toMatch(/(?:PANIC|FATAL): .*No space left on device/u);
      await target.verify();
    }
  },
);
