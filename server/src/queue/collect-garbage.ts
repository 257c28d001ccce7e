import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect: (how?: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void = runInNewContext('gc');

/** Collects all garbage at once, where what V8 would let lie is known to matter. */
export const collectGarbage = (): void => collect();

/**
 * The same, and the system gets the memory back: of a thread that had read ten shards, 245 MB of 250, where V8 otherwise keeps all
 * for the next garbage.
 */
export const giveBackMemory = (): void => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
