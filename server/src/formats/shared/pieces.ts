import { setImmediate } from 'node:timers/promises';
import type { Input } from '../format.ts';

/** Rows of real questions take 1 ms of it, the shortest that there are 10 to 15. */
const PIECE_BYTES = 16 * 1024;
/** Others wait no longer than this, and a piece, for their turn. */
const TURN_MS = 10;

/** The input in pieces of at most 16 KiB. The event loop gets its turns however quickly the input arrives. */
export async function* pieces(input: Input): AsyncGenerator<Uint8Array, void, undefined> {
  const pause = pauses();
  for await (const chunk of input) {
    for (let start = 0; start < chunk.length; start += PIECE_BYTES) {
      yield chunk.subarray(start, start + PIECE_BYTES);
      await pause();
    }
  }
}

/** To be awaited between steps: lets others run when 10 ms have passed. */
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

/** Joins short texts: what is written goes out in pieces of about 64 KiB. */
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
