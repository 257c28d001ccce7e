import type pg from 'pg';

const NO_CATEGORY = 999;

/**
 * Gives a question a category that does not exist, so that no analysis can read it. Returns a function that repairs it.
 */
export async function poisonQuestion(
  sql: pg.Pool,
  place: number,
): Promise<{ position: string; repair(): Promise<void> }> {
  const { rows } = await sql.query<{ position: string; category_id: number }>(
    'select position, category_id from questions order by position offset $1 limit 1',
    [place],
  );
  const [question] = rows;
  if (question === undefined) throw new Error(`there is no question ${place}`);
  const { position, category_id } = question;
  await setCategory(sql, position, NO_CATEGORY);
  return { position, repair: () => setCategory(sql, position, category_id) };
}

/** Bypasses the triggers, so that the counts do not change. */
async function setCategory(sql: pg.Pool, position: string, category: number): Promise<void> {
  await sql.query(
    `begin;
     set local session_replication_role = replica;
     update questions set category_id = ${category} where position = ${position};
     commit`,
  );
}
