import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** Collects all garbage of this thread at once, for the few moments when what V8 would let lie is known to matter. */
export const collectGarbage: () => void = runInNewContext('gc');
