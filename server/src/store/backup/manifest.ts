import { createHash, hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { type AppliedMigration, BackupError, inLanes, type Part, type SequenceState } from './bank-source.ts';

/** Increased when a release can no longer read what the previous one wrote. */
const FORMAT = 1;
const MANIFEST = 'manifest.json';
/** A real manifest has about ten thousand bytes. */
const MAX_MANIFEST_BYTES = 10_000_000;

export interface KeptPart extends Part {
  /** The name of a file in the same directory. */
  file: string;
  rows: number;
  /** The expected checksum of the file. */
  sha256: string;
}

export interface Manifest {
  format: number;
  /** The release that wrote it. */
  release: string;
  /** The moment of the snapshot. */
  taken_at: string;
  postgresql: string;
  migrations: readonly AppliedMigration[];
  sequences: readonly SequenceState[];
  parts: readonly KeptPart[];
  total: { rows: number; bytes: number };
}

export function newManifest(facts: Omit<Manifest, 'format' | 'total'>): Manifest {
  const total = { rows: 0, bytes: 0 };
  for (const { rows, bytes } of facts.parts) {
    total.rows += rows;
    total.bytes += bytes;
  }
  return { format: FORMAT, ...facts, total };
}

/** Written last: a directory without a manifest is not a backup. */
export async function writeManifest(directory: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify({ sha256: digest(manifest), backup: manifest }, undefined, 2)}\n`;
  const file = await open(path.join(directory, MANIFEST), 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

const digest = (manifest: unknown) => hash('sha256', JSON.stringify(manifest));

export async function readManifest(directory: string): Promise<Manifest> {
  const file = path.join(directory, MANIFEST);
  const found = await stat(file).catch(() => undefined);
  if (found === undefined)
    throw new BackupError(
      `${directory} is not a finished backup: it has no ${MANIFEST}. Name a directory that a backup created.`,
    );
  const kept = found.size <= MAX_MANIFEST_BYTES ? parse(await readFile(file, 'utf8')) : undefined;
  if (kept === undefined || kept.sha256 !== digest(kept.backup))
    throw new BackupError(`${file} is damaged: its checksum is not that of its content.`);
  if (kept.backup.format !== FORMAT)
    throw new BackupError(
      `${directory} was written by another release (${kept.backup.release}) in a format that this one cannot read.`,
    );
  return kept.backup;
}

function parse(text: string): { sha256: string; backup: Manifest } | undefined {
  try {
    const value = JSON.parse(text) as { sha256: string; backup: Manifest } | null;
    return typeof value?.backup === 'object' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Checks that every file exists and is unchanged, before any of them is used. */
export async function requireIntact(directory: string, { parts }: Manifest): Promise<void> {
  const damaged: string[] = [];
  await inLanes(parts, async ({ file, bytes, sha256 }) => {
    const reason = await findDamage(path.join(directory, path.basename(file)), bytes, sha256);
    if (reason !== undefined) damaged.push(`${file} ${reason}`);
  });
  if (damaged.length > 0)
    throw new BackupError(
      `The backup ${directory} is damaged, and nothing was restored: ${damaged.sort().join('; ')}.`,
    );
}

async function findDamage(file: string, bytes: number, sha256: string): Promise<string | undefined> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) return 'is missing';
  if (found.size !== bytes) return `has ${found.size} bytes instead of ${bytes}`;
  const sum = createHash('sha256');
  const stream = createReadStream(file, { highWaterMark: 1 << 20 });
  stream.on('data', (chunk) => sum.update(chunk));
  await finished(stream);
  return sum.digest('hex') === sha256 ? undefined : 'has another checksum';
}
