import { WordTable } from './word-table.ts';

/** About 250,000 words and 30 MB. */
const MAX_HELD = 2_000_000;

let table = new WordTable();

/**
 * One table for all shards of a process, so that the syllables of a word are counted once. It is replaced when it has
 * grown large, but only here, before a shard: within a shard the numbers must not change.
 */
export function sharedWords(maxHeld = MAX_HELD): WordTable {
  if (table.held > maxHeld) table = new WordTable();
  return table;
}
