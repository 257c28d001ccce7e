import { createReadStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream';
import { createZstdDecompress } from 'node:zlib';
import { BackupError, type BankSource } from './bank-source.ts';
import { requireKnownMigrations } from './live-bank.ts';
import { type Manifest, readManifest, requireIntact } from './manifest.ts';

/** Opens a backup after comparing every file with its checksum. */
export async function openBackup(directory: string): Promise<BankSource & { manifest: Manifest }> {
  const manifest = await readManifest(directory);
  requireKnownMigrations(manifest.migrations, `The backup ${directory} was made by`, 'Restore it with that release.');
  await requireIntact(directory, manifest);
  const files = new Map(manifest.parts.map((part) => [part.table, part]));
  return {
    manifest,
    migrations: manifest.migrations,
    sequences: manifest.sequences,
    parts: manifest.parts,
    open: async ({ table }) => {
      const part = files.get(table);
      if (part === undefined) throw new BackupError(`The backup ${directory} has no ${table}.`);
      const file = createReadStream(path.join(directory, path.basename(part.file)), { highWaterMark: 1 << 20 });
      const text = createZstdDecompress();
      pipeline(file, text, () => {}); // an error of one ends the other and its reader
      return { text, countRows: async () => part.rows };
    },
  };
}
