import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { FormatError, type Input } from '../format.ts';

/** Held in memory while it is read: its directory stands at the end. */
export const MAX_PACKAGE_BYTES = 128 * 2 ** 20;
const MAX_ENTRIES = 20_000;
/** Of all entries together, as they say; one that holds more than it says is rejected while it is read. */
const MAX_UNPACKED_BYTES = 1024 * 2 ** 20;
/** Real sheets and items shrink to a tenth, at best to a hundredth. Small entries may be anything. */
const MAX_RATIO = 300;
const SMALL_ENTRY = 2 ** 20;
/** What Macs and Windows put beside the files. */
const JUNK = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$)/u;

/** A zip: the names in it, and the content of each. */
export class Package {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  static async open(input: Input, onBytes?: (bytes: number) => void): Promise<Package> {
    const bytes = await gather(input, onBytes);
    if (bytes.length === 0) throw new FormatError('empty_file', 'The file is empty.');
    checkSignature(bytes);
    let zip: ZipFile;
    try {
      zip = await fromBuffer(bytes);
    } catch (error) {
      throw new FormatError(
        'invalid_zip',
        `The zip package is broken or cut off: ${(error as Error).message.slice(0, 200)}.`,
      );
    }
    return new Package(zip, await readDirectory(zip));
  }

  get names(): string[] {
    return [...this.#entries.keys()];
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** The content of an entry, unpacked as it is read. */
  async *read(name: string): AsyncGenerator<Uint8Array, void, undefined> {
    const entry = this.#entries.get(name);
    if (entry === undefined)
      throw new FormatError('missing_file', `The package has no file "${name.slice(0, 200)}".`, { file: name });
    try {
      yield* (await openStream(this.#zip, entry)) as AsyncIterable<Buffer>;
    } catch (error) {
      if (error instanceof FormatError) throw error;
      throw new FormatError(
        'invalid_zip',
        `"${name.slice(0, 200)}" cannot be unpacked: ${(error as Error).message.slice(0, 200)}.`,
        { file: name },
      );
    }
  }
}

const fromBuffer = promisify((bytes: Buffer, done: (error: Error | null, zip: ZipFile) => void) =>
  yauzl.fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: true }, done),
);
const openStream = promisify((zip: ZipFile, entry: Entry, done: (error: Error | null, stream: Readable) => void) =>
  zip.openReadStream(entry, done),
);

async function gather(input: Input, onBytes?: (bytes: number) => void): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of input) {
    size += chunk.length;
    if (size > MAX_PACKAGE_BYTES)
      throw new FormatError('too_large', `A package may have ${MAX_PACKAGE_BYTES / 2 ** 20} MiB.`);
    onBytes?.(chunk.length);
    chunks.push(chunk);
    if (size - chunk.length < 4 && size >= 4) checkSignature(Buffer.concat(chunks));
  }
  return Buffer.concat(chunks);
}

/** Known from its first bytes: what is no zip is not gathered. */
function checkSignature(bytes: Buffer): void {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) throw new FormatError('invalid_zip', 'The file is not a zip package.');
}

async function readDirectory(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_ENTRIES)
    throw new FormatError(
      'too_many',
      `A package may have ${MAX_ENTRIES.toLocaleString('en')} files; this one has ${zip.entryCount.toLocaleString('en')}.`,
    );
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  await new Promise<void>((resolve, reject) => {
    zip.on('error', (error: Error) => reject(readError(error)));
    zip.on('end', resolve);
    zip.on('entry', (entry: Entry) => {
      unpacked += entry.uncompressedSize;
      const problem = checkEntry(entry, unpacked, entries);
      if (problem !== undefined) {
        reject(problem);
        return;
      }
      if (!entry.fileName.endsWith('/') && !JUNK.test(entry.fileName)) entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
  return entries;
}

function checkEntry(entry: Entry, unpacked: number, entries: ReadonlyMap<string, Entry>): FormatError | undefined {
  const { fileName: file, uncompressedSize, compressedSize } = entry;
  if (unpacked > MAX_UNPACKED_BYTES)
    return new FormatError('too_large', `A package may unpack to ${MAX_UNPACKED_BYTES / 2 ** 20} MiB.`, { file });
  if (uncompressedSize > SMALL_ENTRY && uncompressedSize > compressedSize * MAX_RATIO) {
    return new FormatError('too_large', `"${file.slice(0, 200)}" unpacks to more than ${MAX_RATIO} times its size.`, {
      file,
    });
  }
  if (entry.isEncrypted()) return new FormatError('invalid_zip', 'The package is protected by a password.', { file });
  if (entries.has(file))
    return new FormatError('invalid_zip', `The package has "${file.slice(0, 200)}" twice.`, { file });
  return undefined;
}

function readError(error: Error): FormatError {
  if (/relative path|absolute path|invalid characters in fileName/u.test(error.message)) {
    return new FormatError('unsafe_path', `The package has a name that leaves it: ${error.message.slice(0, 200)}.`);
  }
  return new FormatError('invalid_zip', `The zip package is broken: ${error.message.slice(0, 200)}.`);
}
