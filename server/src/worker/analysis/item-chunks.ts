import type { RankedItems } from '../../analysis/analysis-type.ts';
import type { ItemChunk } from '../../store/analysis/items.ts';

/** The maximum number of rows of a result in one row of the table. */
const CHUNK = 5000;

/**
 * Keeps the pieces of one shard together and after those of the shard before. The first piece is what the database
 * stored.
 */
export const PIECES_PER_SHARD = 1000;

/** Cuts the items of a shard, slice after slice, into rows of the table. */
export class ItemPieces {
  readonly #shard: number;
  /** The number of pieces of each rank. */
  readonly #pieces = new Map<number, number>();

  constructor(shard: number) {
    this.#shard = shard;
  }

  *of(ranked: readonly RankedItems[]): Generator<ItemChunk> {
    for (const { rank, items } of ranked) {
      for (let from = 0; from < items.length; from += CHUNK) {
        const piece = this.#pieces.get(rank) ?? 0;
        this.#pieces.set(rank, piece + 1);
        const some = items.slice(from, from + CHUNK);
        yield {
          rank,
          shard: this.#shard * PIECES_PER_SHARD + 1 + piece,
          question_ids: some.map(({ question_id }) => question_id),
          versions: some.map(({ version }) => version),
          bodies: some.map(({ body }) => body),
        };
      }
    }
  }
}
