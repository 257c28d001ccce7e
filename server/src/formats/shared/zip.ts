import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { FormatError, type Input, type ReadOptions } from '../format.ts';

/** A package is kept in memory while it is read, because its directory is at the end. */
export const MAX_PACKAGE_BYTES = 128 * 2 ** 20;
const MAX_ENTRIES = 20_000;
/** The maximum total of the declared sizes. An entry larger than declared is rejected while it is read. */
const MAX_UNPACKED_BYTES = 1024 * 2 ** 20;
/** Real sheets and items shrink to a tenth, at best to a hundredth. Small entries may have any ratio. */
const MAX_RATIO = 300;
const SMALL_ENTRY = 2 ** 20;
/** Files that macOS and Windows add. */
const JUNK = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$)/u;

type OnPiece = NonNullable<ReadOptions['onPiece']>;

/** A zip: its names, and the content of each entry, which can be read once. */
export class Package {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #onPiece: OnPiece;
  readonly #read = new Set<string>();

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>, onPiece: OnPiece) {
    this.#zip = zip;
    this.#entries = entries;
    this.#onPiece = onPiece;
  }

  static async open(input: Input, { onPiece = () => {} }: Pick<ReadOptions, 'onPiece'> = {}): Promise<Package> {
    const bytes = await gather(input, onPiece);
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
    return new Package(zip, await readDirectory(zip), onPiece);
  }

  get names(): string[] {
    return [...this.#entries.keys()];
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** The content of an entry, unpacked while it is read. */
  async *read(name: string): AsyncGenerator<Uint8Array, void, undefined> {
    const entry = this.#entries.get(name);
    if (entry === undefined)
      throw new FormatError('missing_file', `The package has no file "${name.slice(0, 200)}".`, { file: name });
    // A small package may reference one large part hundreds of times.
    if (this.#read.has(name))
      throw new FormatError('invalid_zip', `The package uses "${name.slice(0, 200)}" more than once.`, { file: name });
    this.#read.add(name);
    try {
      for await (const piece of (await openStream(this.#zip, entry)) as AsyncIterable<Buffer>) {
        this.#onPiece();
        yield piece;
      }
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

/** Collects the input in one growing buffer: pieces joined at the end would be in memory twice. */
async function gather(input: Input, onPiece: OnPiece): Promise<Buffer> {
  const bytes = new ArrayBuffer(0, { maxByteLength: MAX_PACKAGE_BYTES });
  for await (const chunk of input) {
    const size = bytes.byteLength;
    if (size + chunk.length > MAX_PACKAGE_BYTES)
      throw new FormatError('too_large', `A package may have at most ${MAX_PACKAGE_BYTES / 2 ** 20} MiB.`);
    onPiece();
    bytes.resize(size + chunk.length);
    new Uint8Array(bytes).set(chunk, size);
    if (size < 4 && bytes.byteLength >= 4) checkSignature(Buffer.from(bytes));
  }
  return Buffer.from(bytes, 0, bytes.byteLength);
}

/** Checks the first bytes, so that a file that is not a zip is not collected. */
function checkSignature(bytes: Buffer): void {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) throw new FormatError('invalid_zip', 'The file is not a zip package.');
}

async function readDirectory(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_ENTRIES)
    throw new FormatError(
      'too_many',
      `A package may have at most ${MAX_ENTRIES.toLocaleString('en')} files; this one has ${zip.entryCount.toLocaleString('en')}.`,
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
    return new FormatError('too_large', `A package may unpack to at most ${MAX_UNPACKED_BYTES / 2 ** 20} MiB.`, {
      file,
    });
  if (uncompressedSize > SMALL_ENTRY && uncompressedSize > compressedSize * MAX_RATIO) {
    return new FormatError('too_large', `"${file.slice(0, 200)}" unpacks to more than ${MAX_RATIO} times its size.`, {
      file,
    });
  }
  if (entry.isEncrypted()) return new FormatError('invalid_zip', 'The package is protected by a password.', { file });
  if (entries.has(file))
    return new FormatError('invalid_zip', `The package contains "${file.slice(0, 200)}" twice.`, { file });
  return undefined;
}

function readError(error: Error): FormatError {
  if (/relative path|absolute path|invalid characters in fileName/u.test(error.message)) {
    return new FormatError('unsafe_path', `The package contains a path outside of it: ${error.message.slice(0, 200)}.`);
  }
  return new FormatError('invalid_zip', `The zip package is broken: ${error.message.slice(0, 200)}.`);
}
