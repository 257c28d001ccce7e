import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { inLanes, largestFirst, type Part } from './bank-source.ts';
import type { LiveBank } from './live-bank.ts';
import { type KeptPart, type Manifest, newManifest, writeManifest } from './manifest.ts';

/** The name of a finished backup, and of one that is being written. */
const FINISHED = /^quaestor-\d{8}T\d{6}Z$/u;
const UNFINISHED = /^quaestor-\d{8}T\d{6}Z\.partial$/u;
/** A later backup removes what a killed one has left; a backup in progress is younger than this. */
const ABANDONED_AFTER_MS = 24 * 3_600_000;
/** For rows of questions, level 1 is four times as fast as gzip, and smaller. */
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 } };

interface WrittenBackup {
  path: string;
  manifest: Manifest;
}

/** Writes under a name that no restore accepts until all of it is on disk. */
export async function writeBackup(bank: LiveBank, directory: string, release: string): Promise<WrittenBackup> {
  const name = `quaestor-${bank.takenAt.toISOString().replaceAll(/[-:]|\.\d+/gu, '')}`;
  const finished = path.join(directory, name);
  const partial = `${finished}.partial`;
  await makeDirectories(path.resolve(directory));
  await mkdir(partial, { mode: 0o700 });
  try {
    const parts: KeptPart[] = [];
    await inLanes(largestFirst(bank.parts), async (part, lane) => {
      parts.push(await writePart(bank, part, lane, partial));
    });
    const manifest = newManifest({
      release,
      taken_at: bank.takenAt.toISOString(),
      postgresql: bank.serverVersion,
      migrations: bank.migrations,
      sequences: bank.sequences,
      parts: parts.sort((a, b) => (a.table < b.table ? -1 : 1)),
    });
    await writeManifest(partial, manifest);
    await syncDirectory(partial);
    await rename(partial, finished);
    await syncDirectory(directory);
    return { path: finished, manifest };
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}

/** Starts at the root: mkdir with `recursive` never ends where a file system creates no directories, such as /proc. */
async function makeDirectories(directory: string): Promise<void> {
  const parent = path.dirname(directory);
  if (parent !== directory) await makeDirectories(parent);
  await mkdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

async function writePart(bank: LiveBank, part: Part, lane: number, directory: string): Promise<KeptPart> {
  const name = `${part.table}.copy.zst`;
  const file = await open(path.join(directory, name), 'wx', 0o600);
  const sum = createHash('sha256');
  let bytes = 0;
  const { text, countRows } = await bank.open(part, lane);
  await pipeline(
    text,
    createZstdCompress(LEVEL),
    async function* (compressed: AsyncIterable<Buffer>) {
      for await (const chunk of compressed) {
        sum.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    },
    file.createWriteStream({ flush: true }), // synchronises and closes
  );
  return { ...part, file: name, rows: await countRows(), bytes, sha256: sum.digest('hex') };
}

/** A new name is on disk only after its directory was synchronised. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Keeps the newest finished backups of a directory and removes the rest, including what killed ones left. Returns what
 * it removed.
 */
export async function removeOldBackups(directory: string, keep: number | undefined): Promise<string[]> {
  const names = (await readdir(directory)).sort();
  const old = keep === undefined ? [] : names.filter((name) => FINISHED.test(name)).slice(0, -keep);
  const abandoned: string[] = [];
  for (const name of names.filter((name) => UNFINISHED.test(name))) {
    const { mtimeMs } = await stat(path.join(directory, name));
    if (Date.now() - mtimeMs > ABANDONED_AFTER_MS) abandoned.push(name);
  }
  for (const name of [...old, ...abandoned]) await rm(path.join(directory, name), { recursive: true, force: true });
  return [...old, ...abandoned];
}

/** Writes a file for the textfile collector of Prometheus' node exporter, which may read it at any moment. */
export async function writeBackupMetrics(
  directory: string,
  { manifest }: WrittenBackup,
  seconds: number,
): Promise<void> {
  const gauges = {
    last_success_timestamp_seconds: [
      'The moment whose bank the last finished backup has.',
      Date.parse(manifest.taken_at) / 1000,
    ],
    size_bytes: ['Size of the last finished backup.', manifest.total.bytes],
    duration_seconds: ['How long the last finished backup took.', seconds],
  } as const;
  const text = Object.entries(gauges)
    .map(([name, [help, value]]) => {
      const metric = `quaestor_backup_${name}`;
      return `# HELP ${metric} ${help}\n# TYPE ${metric} gauge\n${metric} ${value}\n`;
    })
    .join('');
  const file = path.join(directory, 'quaestor_backup.prom');
  await writeFile(`${file}.new`, text, { mode: 0o644 });
  await rename(`${file}.new`, file);
}
