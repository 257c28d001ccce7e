import type { Category } from '../../domain/categories.ts';
import type { Executor } from '../database/database.ts';

/** All categories, including those that ended recently. */
export async function listCategories(db: Executor): Promise<Category[]> {
  const { rows } = await db.query<Category & { id: number }>({
    name: 'list_categories',
    text: 'select id, name, merged_into, ended_at is not null as ended from categories order by id',
  });
  return rows;
}

/** Changes of categories happen one after the other, without blocking writes of questions. */
export async function lockCategories(tx: Executor): Promise<void> {
  await tx.query({ text: 'lock table categories in share row exclusive mode' });
}

export async function insertCategory(tx: Executor, name: string): Promise<number> {
  const { rows } = await tx.query<{ id: number }>({
    text: 'insert into categories (name) values ($1) returning id',
    values: [name],
  });
  return rows[0]?.id ?? 0;
}

/** Closes a category for writes, after waiting for running ones. */
export async function closeCategory(
  tx: Executor,
  id: number,
  mergedInto: number | null,
  endedAt: Date | null,
): Promise<void> {
  await tx.query({
    text: 'update categories set merged_into = $2, ended_at = $3 where id = $1',
    values: [id, mergedInto, endedAt],
  });
}

/** Whether the category has any question that is not deleted. */
export async function hasQuestions(tx: Executor, id: number): Promise<boolean> {
  const { rows } = await tx.query<{ used: boolean }>({
    text: `select exists (select from questions
                           where deleted_at is null and status in ('draft', 'ready', 'archived') and category_id = $1) as used`,
    values: [id],
  });
  return rows[0]?.used === true;
}

/** Deletes categories that ended long ago, and their merges. */
export async function deleteCategoriesEndedBefore(db: Executor, before: Date, limit: number): Promise<number> {
  const { rowCount } = await db.query({
    text: `with merges as (
             delete from category_merges
              where id in (select id from category_merges where completed_at < $1 order by completed_at limit $2))
           delete from categories where id in (select id from categories where ended_at < $1 order by id limit $2)`,
    values: [before, limit],
  });
  return rowCount ?? 0;
}
