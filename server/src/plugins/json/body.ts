import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, violationError } from '../../errors.ts';
import { Slices } from '../../limits/slices.ts';
import { MAX_DEPTH, tooDeep } from '../validation/text-values.ts';
import { explainJsonError } from './errors.ts';
import { type Excess, JsonParts } from './parts.ts';

export const OBJECT_LIMIT_BYTES = 64 * 1024;
export const ARRAY_LIMIT_BYTES = 10 * 1024 * 1024;

/** The largest object other than an analysis names 1,000 questions. */
export const MAX_PARTS = 2000;
/** The largest question has 80 fields and entries. A thousand entries with 900 each took 25 ms of a turn to free. */
export const MAX_PARTS_PER_ENTRY = 250;
/** The largest analysis names 20,000 questions. */
export const MAX_PARTS_OF_LARGE_OBJECT = 25_000;
/** The largest question, with every character escaped, has 600 KB. */
export const MAX_ENTRY_BYTES = 1024 * 1024;
const MAX_ENTRIES = 1000;
/** The number of bytes parsed without a pause: 1 ms, or 10 with the maximum number of fields. */
const CHUNK_BYTES = 32 * 1024;
/** The number of bytes read between two checks of the time: about 0.2 ms. */
const STRIDE_BYTES = 64 * 1024;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if a single object may be as large as an array elsewhere. */
    largeObject?: boolean;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
/** For text after the start of a body, where a byte order mark is not valid JSON. */
const innerUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Bodies are JSON in UTF-8, checked byte by byte: a decoder that replaces bad bytes would store text that nobody sent.
 * Own keys such as `__proto__` stay plain data and are rejected as unknown fields by the schemas.
 */
export function parseJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ['application/json', 'application/merge-patch+json'],
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      request.bodyBytes = bytes.length;
      const charset = /charset="?([^";\s]+)/iu.exec(request.headers['content-type'] ?? '')?.[1];
      if (charset !== undefined && charset.toLowerCase() !== 'utf-8') {
        throw new AppError('unsupported_media_type', {
          detail: `The charset "${charset}" is not supported. Send UTF-8.`,
        });
      }
      if (bytes.length === 0) return undefined;
      await request.takeTurn();
      return parseJson(bytes, request.route.largeObject === true);
    },
  );
}

/** The value of a JSON text, or an error that names the exceeded limit. A long list is parsed entry by entry. */
export async function parseJson(bytes: Buffer, largeObject: boolean): Promise<unknown> {
  if (bytes.length <= MAX_PARTS) return parseText(utf8, bytes);
  const objectLimit = largeObject ? ARRAY_LIMIT_BYTES : OBJECT_LIMIT_BYTES;
  const parts = await measureParts(bytes, largeObject);
  if (!parts.isList && bytes.length > objectLimit) {
    throw new AppError('payload_too_large', {
      detail: `The object has ${bytes.length} bytes; the limit is ${objectLimit}.`,
    });
  }
  if (parts.excess !== undefined) throw excessError(parts, parts.excess);
  return parts.isList && bytes.length > OBJECT_LIMIT_BYTES ? parseEntries(bytes, parts) : parseText(utf8, bytes);
}

async function measureParts(bytes: Buffer, largeObject: boolean): Promise<JsonParts> {
  const parts = new JsonParts(bytes, {
    parts: largeObject ? MAX_PARTS_OF_LARGE_OBJECT : MAX_PARTS,
    entryParts: MAX_PARTS_PER_ENTRY,
    depth: MAX_DEPTH,
    entryBytes: MAX_ENTRY_BYTES,
    entries: MAX_ENTRIES,
  });
  const slices = new Slices();
  while (!parts.ended) {
    parts.read(STRIDE_BYTES);
    if (slices.over) await slices.next();
  }
  return parts;
}

async function parseEntries(bytes: Buffer, parts: JsonParts): Promise<unknown[]> {
  if (!parts.isComplete) throw invalidJson('The list does not end where it should.');
  const { entries } = parts;
  const slices = new Slices();
  const list: unknown[] = [];
  for (let first = 0; first < entries.length; ) {
    if (slices.over) await slices.next();
    const next = endOfChunk(entries, first);
    list.push(...parseChunk(bytes, entries.slice(first, next), first));
    first = next;
  }
  return list;
}

/** Entries are parsed in groups: parsing each one separately takes twice as long. */
function endOfChunk(entries: JsonParts['entries'], first: number): number {
  const start = entries[first]?.start ?? 0;
  const next = entries.findIndex(({ end }, index) => index > first && end - start > CHUNK_BYTES);
  return next < 0 ? entries.length : next;
}

/** The commas between the entries are part of the bytes; an invalid chunk is parsed again to name the entry. */
function parseChunk(bytes: Buffer, entries: JsonParts['entries'], first: number): unknown[] {
  const [start, end] = [entries[0]?.start ?? 0, entries.at(-1)?.end ?? 0];
  try {
    const list = JSON.parse(`[${innerUtf8.decode(bytes.subarray(start, end))}]`) as unknown[];
    if (list.length === entries.length) return list;
  } catch {
    // reported below
  }
  return entries.map((entry, index) =>
    parseText(innerUtf8, bytes.subarray(entry.start, entry.end), `Entry ${first + index}: `),
  );
}

function parseText(decoder: typeof utf8, bytes: Buffer, place = ''): unknown {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch (cause) {
    throw invalidJson('The body is not valid UTF-8.', cause);
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw invalidJson(`${place}${explainJsonError(text, (cause as Error).message)}`, cause);
  }
}

function invalidJson(detail: string, cause?: unknown): AppError {
  return new AppError('invalid_json', { detail, cause });
}

function excessError({ isList, entries, maxParts }: JsonParts, excess: Excess): AppError {
  const pointer = isList ? `#/${entries.length}` : '#';
  if (excess === 'depth') return violationError([tooDeep(pointer)]);
  const name = isList ? `Entry ${entries.length}` : 'The body';
  const size = excess === 'parts' ? `${maxParts} fields and list entries` : `${MAX_ENTRY_BYTES} bytes`;
  return violationError([{ code: 'too_long', detail: `${name} may have at most ${size}.`, pointer }]);
}
