import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** Collects all garbage at once, where what V8 would let lie is known to matter. */
export const collectGarbage: () => void = runInNewContext('gc');
