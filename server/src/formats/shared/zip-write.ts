import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  name: string;
  /** Short content as a string; long content as pieces, which are packed as they arrive. */
  content: string | AsyncIterable<string>;
}

/** The maximum of a zip without the extension for large files. */
export const MAX_ZIP_ENTRIES = 65_000;

interface Written {
  name: Buffer;
  offset: number;
  crc: number;
  packed: number;
  size: number;
  flags: number;
}

const UTF8_NAMES = 0x0800;
const SIZES_FOLLOW = 0x0008;
/** 1 January 1980, the earliest date in a zip, so that equal questions give equal bytes. */
const DATE = 0x0021;

export async function* writeZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array, void, undefined> {
  const written: Written[] = [];
  let offset = 0;
  for await (const { name, content } of entries) {
    const entry: Written = { name: Buffer.from(name), offset, crc: 0, packed: 0, size: 0, flags: UTF8_NAMES };
    for await (const part of typeof content === 'string' ? packText(content, entry) : packPieces(content, entry)) {
      offset += part.length;
      yield part;
    }
    written.push(entry);
  }
  const start = offset;
  for (const entry of written) {
    const part = directoryEntry(entry);
    offset += part.length;
    yield part;
  }
  yield directoryEnd(written.length, offset - start, start);
}

function* packText(text: string, entry: Written): Generator<Uint8Array, void, undefined> {
  const bytes = Buffer.from(text);
  const packed = deflateRawSync(bytes);
  Object.assign(entry, { crc: crc32(bytes), packed: packed.length, size: bytes.length });
  yield localHeader(entry);
  yield packed;
}

async function* packPieces(pieces: AsyncIterable<string>, entry: Written): AsyncGenerator<Uint8Array, void, undefined> {
  entry.flags |= SIZES_FOLLOW;
  yield localHeader(entry);
  const deflate = createDeflateRaw();
  const feeding = (async () => {
    for await (const piece of pieces) {
      const bytes = Buffer.from(piece);
      entry.crc = crc32(bytes, entry.crc);
      entry.size += bytes.length;
      if (!deflate.write(bytes)) await new Promise((resolve) => deflate.once('drain', resolve));
    }
    deflate.end();
  })();
  feeding.catch((error: unknown) => deflate.destroy(error as Error));
  for await (const part of deflate as AsyncIterable<Buffer>) {
    entry.packed += part.length;
    yield part;
  }
  await feeding;
  const sizes = Buffer.alloc(16);
  sizes.writeUInt32LE(0x08074b50, 0);
  writeSizes(sizes, 4, entry);
  yield sizes;
}

function writeSizes(buffer: Buffer, at: number, { crc, packed, size }: Written): void {
  buffer.writeUInt32LE(crc, at);
  buffer.writeUInt32LE(packed, at + 4);
  buffer.writeUInt32LE(size, at + 8);
}

function localHeader(entry: Written): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(entry.flags, 6);
  header.writeUInt16LE(8, 8);
  header.writeUInt16LE(DATE, 12);
  writeSizes(header, 14, entry);
  header.writeUInt16LE(entry.name.length, 26);
  return Buffer.concat([header, entry.name]);
}

function directoryEntry(entry: Written): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(20, 6);
  header.writeUInt16LE(entry.flags, 8);
  header.writeUInt16LE(8, 10);
  header.writeUInt16LE(DATE, 14);
  writeSizes(header, 16, entry);
  header.writeUInt16LE(entry.name.length, 28);
  header.writeUInt32LE(entry.offset, 42);
  return Buffer.concat([header, entry.name]);
}

function directoryEnd(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
