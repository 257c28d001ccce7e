import type { Executor } from '../database/database.ts';

/** The languages that `questions_language` leaves out, because nearly every question of an ordinary bank has it. */
const UNINDEXED = 'en';

/**
 * The languages of existing questions, in alphabetical order, and always English: looking for an English question could
 * read the whole bank. PostgreSQL descends `questions_language` once per language, however many questions each has.
 */
export async function listLanguages(db: Executor, limit: number): Promise<string[]> {
  const next = (after: string) =>
    `(select language from questions where deleted_at is null and language <> '${UNINDEXED}' ${after} order by language limit 1)`;
  const { rows } = await db.query<{ language: string }>({
    name: 'list_languages',
    text: `with recursive found as (
             select ${next('')} as language
             union all
             select ${next('and language > found.language')} from found where language is not null)
           select language from found where language is not null limit $1`,
    values: [limit],
  });
  return [UNINDEXED, ...rows.map(({ language }) => language)].sort();
}
