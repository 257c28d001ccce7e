import type { RankedItems } from '../../analysis/analysis-type.ts';
import type { ItemChunk } from '../../store/analysis-items.ts';

/** So many rows of a result stand in one row of the table. */
const CHUNK = 5000;

/** Keeps the pieces of one shard together and behind those of the shard before. The first is what the database filed. */
export const PIECES_OF_A_SHARD = 1000;

export function chunksOf(ranked: readonly RankedItems[], shard: number): ItemChunk[] {
  return ranked.flatMap(({ rank, items }) => {
    const pieces = Math.ceil(items.length / CHUNK);
    return Array.from({ length: pieces }, (_, piece) => {
      const some = items.slice(piece * CHUNK, (piece + 1) * CHUNK);
      return {
        rank,
        shard: shard * PIECES_OF_A_SHARD + 1 + piece,
        question_ids: some.map(({ question_id }) => question_id),
        versions: some.map(({ version }) => version),
        bodies: some.map(({ body }) => body),
      };
    });
  });
}
