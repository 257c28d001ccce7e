import type { CategoryCatalogue } from '../../domain/categories.ts';
import type { QuestionFilter } from '../../domain/questions/filter.ts';

/** Collects the values of a statement that is put together at run time; `param` gives back the placeholder. */
export class Values {
  readonly list: unknown[] = [];

  param(value: unknown, type = ''): string {
    this.list.push(value);
    return `$${this.list.length}${type === '' ? '' : `::${type}`}`;
  }
}

/** The search index names for each question the block of 2^16 positions it lies in. */
export const SEARCH_BLOCK = 16;

/** What the search index covers; the expression must stay the one of the index in migration 0001. */
const SEARCH_TEXT = `(to_tsvector('english', question_text || ' ' || coalesce(topic_focus, '')) || array_to_tsvector(array['#' || (position >> ${SEARCH_BLOCK})::text]))`;

/** What the conditions of a filter are about. With a tag, its own rows come first, so that their order is used. */
export function filterSource({ tag }: QuestionFilter): string {
  return tag === undefined
    ? 'questions'
    : 'question_tags join questions using (position, status, category_id, difficulty)';
}

/** Any filter as SQL. Deleted questions are never meant. A search by words can be confined to one block. */
export function filterConditions(
  filter: QuestionFilter,
  categories: CategoryCatalogue,
  values: Values,
  block?: bigint,
): string {
  const conditions = ['deleted_at is null'];
  const anyOf = (column: string, type: string, list: readonly (string | number)[]) => {
    // One value is an equality: only then does an index that begins with the column give its rows in position order.
    const [only, ...more] = list;
    conditions.push(
      more.length === 0
        ? `${column} = ${values.param(only, type)}`
        : `${column} = any(${values.param(list, `${type}[]`)})`,
    );
  };
  if (filter.status !== undefined) anyOf('status', 'question_status', filter.status);
  if (filter.category !== undefined) {
    anyOf(
      'category_id',
      'smallint',
      filter.category.map((name) => categories.require(name).id),
    );
  }
  if (filter.difficulty !== undefined) anyOf('difficulty', 'smallint', filter.difficulty);
  if (filter.topic_focus !== undefined) conditions.push(`topic_focus = ${values.param(filter.topic_focus)}`);
  if (filter.tag !== undefined) conditions.push(`tag = ${values.param(filter.tag)}`);
  if (filter.language !== undefined) conditions.push(`language = ${values.param(filter.language)}`);
  if (filter.q !== undefined) {
    const words = `websearch_to_tsquery('english', ${values.param(filter.q)})`;
    const where = block === undefined ? '' : ` && ${values.param(`'#${block}'`, 'tsquery')}`;
    conditions.push(`${SEARCH_TEXT} @@ (${words}${where})`);
  }
  if (filter.ids !== undefined) conditions.push(`id = any(${values.param(filter.ids, 'uuid[]')})`);
  if (filter.external_id !== undefined) conditions.push(`external_id = ${values.param(filter.external_id)}`);
  if (filter.updated_after !== undefined) conditions.push(`updated_at > ${values.param(filter.updated_after)}`);
  if (filter.created_after !== undefined) {
    conditions.push(`id >= ${values.param(firstIdAfter(filter.created_after), 'uuid')}`);
  }
  return conditions.join(' and ');
}

/**
 * Ids are UUIDv7 and begin with the milliseconds of `created_at`, so "created after" is a range of the id's own index
 * and needs no further one.
 */
function firstIdAfter(time: Date): string {
  const milliseconds = Math.max(0, Math.floor(time.getTime()) + 1);
  const hex = Math.min(milliseconds, 2 ** 48 - 1)
    .toString(16)
    .padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
