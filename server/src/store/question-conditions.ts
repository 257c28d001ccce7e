import type { CategoryCatalogue } from '../domain/category.ts';
import type { QuestionFilter } from '../domain/question-filter.ts';

/** Collects the values of a statement that is put together at run time; `param` gives back the placeholder. */
export class Values {
  readonly list: unknown[] = [];

  param(value: unknown, type = ''): string {
    this.list.push(value);
    return `$${this.list.length}${type === '' ? '' : `::${type}`}`;
  }
}

/** What the search index covers; the expression must stay the one of the index in migration 0001. */
const SEARCH_TEXT = `to_tsvector('english', question_text || ' ' || coalesce(topic_focus, ''))`;

/** Any filter as SQL. Deleted questions are never meant. */
export function filterConditions(filter: QuestionFilter, categories: CategoryCatalogue, values: Values): string {
  const conditions = ['deleted_at is null'];
  if (filter.status !== undefined) conditions.push(`status = any(${values.param(filter.status, 'question_status[]')})`);
  if (filter.category !== undefined) {
    const ids = filter.category.map((name) => categories.require(name).id);
    conditions.push(`category_id = any(${values.param(ids, 'smallint[]')})`);
  }
  if (filter.difficulty !== undefined)
    conditions.push(`difficulty = any(${values.param(filter.difficulty, 'smallint[]')})`);
  if (filter.topic_focus !== undefined) conditions.push(`topic_focus = ${values.param(filter.topic_focus)}`);
  if (filter.tag !== undefined) conditions.push(`tags @> array[${values.param(filter.tag, 'text')}]`);
  if (filter.language !== undefined) conditions.push(`language = ${values.param(filter.language)}`);
  if (filter.q !== undefined)
    conditions.push(`${SEARCH_TEXT} @@ websearch_to_tsquery('english', ${values.param(filter.q)})`);
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
