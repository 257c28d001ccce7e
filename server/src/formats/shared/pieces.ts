import { setImmediate } from 'node:timers/promises';
import type { Input } from '../format.ts';

/** A piece with rows of real questions takes 1 ms, one with the shortest possible rows 10 to 15. */
const PIECE_BYTES = 16 * 1024;
/** Other work waits at most this long, plus a piece, for its turn. */
const TURN_MS = 10;

/** The input in pieces of at most 16 KiB. It yields to the event loop however fast the input arrives. */
export async function* pieces(input: Input): AsyncGenerator<Uint8Array, void, undefined> {
  const pause = pauses();
  for await (const chunk of input) {
    for (let start = 0; start < chunk.length; start += PIECE_BYTES) {
      yield chunk.subarray(start, start + PIECE_BYTES);
      await pause();
    }
  }
}

/** Awaited between steps, it lets other work run every 10 ms. */
export function pauses(): () => Promise<void> | undefined {
  let turnEnds = performance.now() + TURN_MS;
  return () => {
    if (performance.now() < turnEnds) return undefined;
    return setImmediate().then(() => {
      turnEnds = performance.now() + TURN_MS;
    });
  };
}

const OUTPUT_LENGTH = 64 * 1024;

/** Joins short texts into pieces of about 64 KiB. */
export async function* joined(texts: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  const pause = pauses();
  let waiting = '';
  for await (const text of texts) {
    waiting += text;
    if (waiting.length < OUTPUT_LENGTH) continue;
    yield waiting;
    waiting = '';
    await pause();
  }
  if (waiting !== '') yield waiting;
}
