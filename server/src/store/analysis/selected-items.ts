import { ADOPTED } from '../../domain/analysis/attempt.ts';
import type { RowCondition, RowOrder, RowSelection } from '../../domain/analysis/row-selection.ts';
import type { Executor } from '../database/database.ts';
import { countItems, type ItemRow, withQuestions } from './items.ts';

/**
 * The maximum number of rows examined for one page. Processor time of a page and its count, for a result of 450,000
 * rows: 0.6 to 0.8 s by the bits of all rows; for the first 100,000 rows, 0.8 s by a member of the body, filtered or
 * sorted, and 2.7 s by a member of the question. A page that is not full by then says where to continue.
 */
const MAX_EXAMINED_ROWS = { bits: 2_000_000, others: 100_000 };

interface SelectedItems {
  rows: ItemRow[];
  /** The number of matches among the examined rows; `all` if these are all rows. */
  counted: number;
  all: boolean;
  /** Where to continue when the page is not full and rows are left to examine. */
  continuesAfter: number | null;
}

/** How many rows can be ordered or skipped. */
export function maxExaminedRows({ conditions, order }: RowSelection): number {
  const isQuick = order === null && conditions.flat().every((condition) => 'bits' in condition);
  return isQuick ? MAX_EXAMINED_ROWS.bits : MAX_EXAMINED_ROWS.others;
}

/** Selected rows in order, starting at an ordinal, or in another order, starting at a place in it. */
export async function listSelectedItems(
  db: Executor,
  itemsId: string,
  selection: RowSelection,
  page: { limit: number; from: number; skipped: number },
): Promise<SelectedItems> {
  const examined = maxExaminedRows(selection);
  const total = await countItems(db, itemsId);
  const from = selection.order === null ? page.from : 0;
  const counting = new Statement(itemsId, { ...selection, order: null }, 0, examined);
  const counted = await db.query<{ count: number }>({
    text: `select count(*)::float8 as count ${counting.matching}`,
    values: counting.values,
  });
  const listing = new Statement(itemsId, selection, from, from + examined);
  const skipped = listing.add(selection.order === null ? page.skipped : page.from);
  const limit = listing.add(page.limit);
  const { rows } = await db.query<ItemRow>({
    text: withQuestions(
      `select ${listing.ordinal} as ordinal, listed.question_id, listed.version, listed.body ${listing.matching}
        order by ${listing.ordering} offset ${skipped} limit ${limit}`,
      limit,
    ),
    values: listing.values,
  });
  const isFull = rows.length >= page.limit;
  return {
    rows,
    counted: counted.rows[0]?.count ?? 0,
    all: total <= examined,
    continuesAfter: isFull || from + examined >= total ? null : from + examined - 1,
  };
}

/** Builds a statement on the rows between two ordinals, with its values. */
class Statement {
  readonly values: unknown[];
  readonly matching: string;
  readonly ordinal: string;
  readonly ordering: string;

  constructor(itemsId: string, { conditions, order }: RowSelection, from: number, until: number) {
    this.values = [itemsId, ADOPTED, from, until];
    const tests = conditions.map((alternatives) => this.#test(alternatives));
    const key = order === null ? null : this.#key(order.by);
    const direction = order?.descending === true ? 'desc' : 'asc';
    const asksQuestions = [...conditions.flat(), ...(order === null ? [] : [order.by])].some(
      (one) => 'question' in one,
    );
    this.ordinal =
      key === null
        ? 'before + place - 1'
        : `row_number() over (order by ${key} ${direction} nulls last, before + place) - 1`;
    this.ordering = key === null ? 'before + place' : `${key} ${direction} nulls last, before + place`;
    this.matching = `
      from (select rank, shard, count, sum(count) over (order by rank, shard) - count as before
              from analysis_items where items_id = $1 and attempt = $2) pieces
      join analysis_items stored using (rank, shard)
     cross join lateral unnest(stored.question_ids, stored.versions, stored.bodies)
           with ordinality listed (question_id, version, body, place)
      ${asksQuestions ? QUESTION : ''}
     where stored.items_id = $1 and stored.attempt = $2
       and before < $4 and before + pieces.count > $3 and before + place > $3 and before + place <= $4
       ${tests.map((test) => `and (${test})`).join(' ')}`;
  }

  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  /**
   * The alternatives come from one filter, so they are of one kind and about one member, which is parsed once per row.
   */
  #test(alternatives: readonly RowCondition[]): string {
    const [first] = alternatives;
    if (first === undefined) return 'true';
    if ('bits' in first) {
      const bits = alternatives.reduce((all, one) => ('bits' in one ? all | one.bits : all), 0);
      return `listed.body::bigint & ${this.add(bits)}::bigint <> 0`;
    }
    const key = this.#key(first);
    if ('below' in first) {
      const most = Math.max(...alternatives.flatMap((one) => ('below' in one ? [one.below] : [])));
      return `${key} < to_jsonb(${this.add(most)}::float8)`;
    }
    const values = alternatives.flatMap((one) => ('equals' in one ? [one.equals] : []));
    return `${key} #>> '{}' = any(${this.add(values)}::text[])`;
  }

  #key(by: RowOrder): string {
    if ('question' in by) return `(coalesce(now.body, earlier.body)::jsonb -> '${by.question}')`;
    return `(listed.body::jsonb #> ${this.add(by.path)}::text[])`;
  }
}

/** The question as it was analysed. */
const QUESTION = `
  left join questions now on now.id = listed.question_id and now.version = listed.version
  left join question_versions earlier on earlier.question_id = listed.question_id and earlier.version = listed.version`;
