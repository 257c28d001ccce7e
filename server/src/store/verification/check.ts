import type { QueryResultRow } from 'pg';
import type { Executor } from '../database/database.ts';

/** A kind of difference, how often it occurs, and the first rows that have it. */
export interface Difference {
  kind: string;
  count: number;
  examples: object[];
}

const MAX_EXAMPLES = 20;

/**
 * A statement that returns the wrong rows, each with its `kind`. One statement sees one moment, so writers may
 * continue.
 */
export interface Check {
  kinds: readonly string[];
  text: string;
}

/** PostgreSQL counts and cuts, on disk if necessary: however much is wrong, only the examples are transferred. */
export async function runCheck(db: Executor, { kinds, text }: Check): Promise<Difference[]> {
  const { rows } = await db.query<{ kind: string; count: string; example: object }>({
    text: `select kind, count, example
             from (select kind, count(*) over same as count, row_number() over same as place, to_jsonb(wrong) - 'kind' as example
                     from (${text}) wrong
                   window same as (partition by kind)) numbered
            where place <= ${MAX_EXAMPLES}`,
  });
  return kinds.map((kind) => {
    const found = rows.filter((row) => row.kind === kind);
    return { kind, count: Number(found[0]?.count ?? 0), examples: found.map(({ example }) => example) };
  });
}

/** A check that SQL cannot compute: rows are read in the order of a key and compared with our own functions. */
export interface Walk<Row extends QueryResultRow> {
  kinds: readonly string[];
  /** Selects the next rows: at most $1, after the key in $2 and on. */
  text: string;
  /** The number of rows per read, and so in memory, which the largest rows may fill. */
  batch: number;
  /** Lower than every possible key. */
  start: readonly unknown[];
  keyOf(row: Row): readonly unknown[];
  wrongKinds(row: Row): readonly string[];
}

export async function runWalk<Row extends QueryResultRow>(db: Executor, walk: Walk<Row>): Promise<Difference[]> {
  const differences = new Map(walk.kinds.map((kind): [string, Difference] => [kind, { kind, count: 0, examples: [] }]));
  for (let key: readonly unknown[] | undefined = walk.start; key !== undefined; ) {
    const { rows }: { rows: Row[] } = await db.query<Row>({ text: walk.text, values: [walk.batch, ...key] });
    for (const row of rows) {
      for (const kind of walk.wrongKinds(row)) {
        const difference = differences.get(kind);
        if (difference === undefined) throw new Error(`the check does not declare ${kind}`);
        difference.count += 1;
        if (difference.examples.length < MAX_EXAMPLES) difference.examples.push({ key: walk.keyOf(row) });
      }
    }
    const last = rows.at(-1);
    key = last === undefined ? undefined : walk.keyOf(last);
  }
  return [...differences.values()];
}
