import type { Category } from '../domain/category.ts';
import type { Executor } from './database.ts';

export async function listCategories(db: Executor): Promise<Category[]> {
  const { rows } = await db.query<{ id: number; name: string }>({
    name: 'list_categories',
    text: 'select id, name from categories order by id',
  });
  return rows;
}
