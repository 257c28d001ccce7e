const END_LENGTH = 22;
const MAX_COMMENT = 65_535;
const END = 0x06054b50;
const ENTRY = 0x02014b50;
const STORED = 0;
const DEFLATED = 8;
/** An entry of this size would take seconds to parse here. Larger workbooks are left to the service. */
const MAX_UNPACKED = 48 * 2 ** 20;
const MAX_ENTRIES = 2000;

/** A reader of the texts in a zip file; undefined for entries that do not exist. */
export type ReadEntry = (name: string) => Promise<string | undefined>;

interface Entry {
  method: number;
  start: number;
  length: number;
}

/** Throws if the file is not a zip file, or one of a kind that workbooks never are. */
export async function openZip(file: Blob): Promise<ReadEntry> {
  const entries = await readDirectory(file);
  return async (name) => {
    const entry = entries.get(name);
    return entry === undefined ? undefined : readText(file, entry);
  };
}

async function readDirectory(file: Blob): Promise<Map<string, Entry>> {
  const tail = await viewOf(file, Math.max(0, file.size - END_LENGTH - MAX_COMMENT), file.size);
  let end = tail.byteLength - END_LENGTH;
  while (end >= 0 && tail.getUint32(end, true) !== END) end -= 1;
  if (end < 0) throw new Error('The file has no directory of a zip file.');
  const count = tail.getUint16(end + 10, true);
  if (count > MAX_ENTRIES) throw new Error('The zip file has too many entries.');
  const start = tail.getUint32(end + 16, true);
  const directory = await viewOf(file, start, start + tail.getUint32(end + 12, true));
  const entries = new Map<string, Entry>();
  let at = 0;
  for (let read = 0; read < count && directory.getUint32(at, true) === ENTRY; read += 1) {
    const nameLength = directory.getUint16(at + 28, true);
    const nameBytes = new Uint8Array(directory.buffer, at + 46, nameLength);
    entries.set(new TextDecoder().decode(nameBytes), {
      method: directory.getUint16(at + 10, true),
      length: directory.getUint32(at + 20, true),
      start: directory.getUint32(at + 42, true),
    });
    at += 46 + nameLength + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true);
  }
  return entries;
}

async function viewOf(file: Blob, start: number, end: number): Promise<DataView<ArrayBuffer>> {
  return new DataView(await file.slice(start, end).arrayBuffer());
}

const LOCAL_HEADER = 30;

async function readText(file: Blob, { method, start, length }: Entry): Promise<string> {
  const header = await viewOf(file, start, start + LOCAL_HEADER);
  const from = start + LOCAL_HEADER + header.getUint16(26, true) + header.getUint16(28, true);
  const packed = file.slice(from, from + length).stream();
  if (method !== STORED && method !== DEFLATED) throw new Error('The zip file is packed in an unknown way.');
  const unpacked = method === STORED ? packed : packed.pipeThrough(new DecompressionStream('deflate-raw'));
  const decoder = new TextDecoder();
  let [text, size] = ['', 0];
  for await (const piece of unpacked) {
    size += piece.length;
    if (size > MAX_UNPACKED) throw new Error('The zip file has an entry that is too large.');
    text += decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
}
