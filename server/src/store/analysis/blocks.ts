import type { CountedBlock } from '../../domain/analysis/analysis.ts';
import type { CellSet } from '../../domain/questions/cells.ts';
import type { Executor } from '../database/database.ts';
import { cellScopes } from '../questions/cell-scopes.ts';
import { FINE } from '../questions/counts.ts';

/** The number of questions in each of the finest blocks: 2,442 rows at 10 M questions. */
export async function listBlockCounts(db: Executor, set: CellSet): Promise<CountedBlock[]> {
  const { anywhere, counted, values } = cellScopes(set, 1);
  const { rows } = await db.query<CountedBlock>({
    text: `select block, sum(count)::integer as count
             from (select block, count from question_blocks where size = ${FINE} and ${counted}
                   union all
                   select block, delta from question_count_deltas where ${anywhere}) counted
            group by block
           having sum(count) > 0
            order by block`,
    values: [...values],
  });
  return rows;
}
