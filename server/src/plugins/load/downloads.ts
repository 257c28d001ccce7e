import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { Gate } from '../../limits/gate.ts';
import { payerOf, REPLY_BYTES_PER_POINT } from '../access/rate-limit.ts';
import { passGate } from './gate.ts';

interface Download {
  /** The `Content-Disposition`; `isComplete` if the content has been produced when its header is sent. */
  disposition: (isComplete: boolean) => string;
  mediaType: string;
  /** Starts producing the content. Pieces have at most a few MiB, and are produced as the reader takes them. */
  open: () => AsyncIterable<string | Uint8Array>;
  /** The number of questions that the content leaves out; called when it is complete. */
  leftOut: () => number;
}

declare module 'fastify' {
  interface FastifyReply {
    /**
     * Sends a file of any length. Errors before its first piece are rejected as usual; later the connection is
     * destroyed, so that no reader mistakes a part for the whole.
     */
    sendDownload(download: Download): Promise<FastifyReply>;
  }
  interface FastifyRequest {
    /** Runs other work that reads as much as a download, in the slot of one. */
    insteadOfDownload<Result>(work: () => Promise<Result>): Promise<Result>;
  }
}

/** A caller who waits longer than this for another download to end is rejected. */
const MAX_WAIT_MS = 1000;
/** A piece that is not taken within this time, plus the time for its bytes, ends the download and frees its slot. */
const PATIENCE = { ms: 10_000, minBytesPerMs: 32 };
/** A file up to this size has a header with the number of questions that it leaves out; a longer one has a trailer. */
const MAX_HELD_LENGTH = 2 ** 20;
const LEFT_OUT = 'X-Left-Out';
/** The number of bytes that are charged at once. */
const CHARGED_BYTES = 16 * REPLY_BYTES_PER_POINT;

/** Limits downloads: how many run at once, and how long a slow reader may take. */
export function limitDownloads(app: FastifyInstance, { config, limits, metrics }: Deps, patience = PATIENCE): void {
  const { exportsAtOnce: total, exportsPerPrincipal } = config;
  const each = Math.min(total, exportsPerPrincipal);
  const gate = new Gate({ total, each, maxWaitMs: MAX_WAIT_MS });
  metrics.showLine('export', () => gate.waiting);
  const tooMany = `You have reached the limit of ${each} exports in progress. Try again when one has ended.`;

  const enter = async (request: FastifyRequest): Promise<() => void> => {
    const entered = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    const stay = () => {
      entered.resolve();
      return left.promise;
    };
    request.insteadOfDownload(stay).catch(entered.reject);
    await entered.promise;
    return left.resolve;
  };

  const charge = async (request: FastifyRequest, bytes: number): Promise<void> => {
    const { key, counter } = payerOf(request);
    if (config.rateLimit) await limits[counter].take(key, Math.ceil(bytes / REPLY_BYTES_PER_POINT));
  };

  /** Sends each piece when the previous one has been taken; the caller's next requests pay for what was sent. */
  async function* hand({ request, raw }: FastifyReply, { held, rest }: Begun): AsyncGenerator<Buffer, void, undefined> {
    let unpaid = 0;
    try {
      for await (const piece of allOf(held, rest)) {
        const bytes =
          typeof piece === 'string'
            ? Buffer.from(piece)
            : Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
        const deadline = setTimeout(() => raw.destroy(), patience.ms + bytes.length / patience.minBytesPerMs).unref();
        try {
          yield bytes;
        } finally {
          clearTimeout(deadline);
        }
        unpaid += bytes.length;
        if (unpaid < CHARGED_BYTES) continue;
        await charge(request, unpaid);
        unpaid = 0;
      }
    } finally {
      if (unpaid > 0) await charge(request, unpaid);
      await rest?.return?.();
    }
  }

  app.decorateRequest('insteadOfDownload', async function insteadOfDownload(this: FastifyRequest, work) {
    this.endTurn(); // downloads have their own queue
    return passGate(gate, payerOf(this).key, tooMany, work);
  } as FastifyRequest['insteadOfDownload']);
  app.decorateReply('sendDownload', async function sendDownload(this: FastifyReply, download: Download) {
    const { request, raw } = this;
    const describe = (isComplete: boolean) =>
      this.type(download.mediaType).header('content-disposition', download.disposition(isComplete));
    if (request.method === 'HEAD') return describe(false).send('');
    const leave = await enter(request);
    const begun = await begin(download.open()[Symbol.asyncIterator]()).catch((error: unknown) => {
      leave();
      throw error;
    });
    const leftOut = () => String(download.leftOut());
    if (begun.rest === undefined) this.header(LEFT_OUT, leftOut());
    else this.trailer(LEFT_OUT, async () => leftOut());
    const stream = Readable.from(hand(this, begun), { objectMode: false });
    raw.once('finish', leave).once('close', () => {
      leave();
      stream.destroy();
    });
    return describe(begun.rest === undefined).send(stream);
  });
}

/** The first pieces, and the iterator of the rest unless they are everything. */
interface Begun {
  held: (string | Uint8Array)[];
  rest: AsyncIterator<string | Uint8Array> | undefined;
}

async function begin(pieces: AsyncIterator<string | Uint8Array>): Promise<Begun> {
  const held: (string | Uint8Array)[] = [];
  for (let length = 0; length <= MAX_HELD_LENGTH; ) {
    const piece = await pieces.next();
    if (piece.done === true) return { held, rest: undefined };
    held.push(piece.value);
    length += piece.value.length;
  }
  return { held, rest: pieces };
}

async function* allOf(
  held: (string | Uint8Array)[],
  rest: AsyncIterator<string | Uint8Array> | undefined,
): AsyncGenerator<string | Uint8Array, void, undefined> {
  for (let piece = held.shift(); piece !== undefined; piece = held.shift()) yield piece;
  if (rest === undefined) return;
  for (let piece = await rest.next(); piece.done !== true; piece = await rest.next()) yield piece.value;
}
