import type { Executor } from './executor.ts';

const CREATE = "create database … template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C.UTF-8'";

/**
 * Explains why a database cannot handle letters beyond ASCII; undefined if it can. With such a database, searches would
 * not find "école", and lengths would be counted in bytes.
 */
export async function findTextProblem(db: Executor): Promise<string | undefined> {
  const { rows } = await db.query<{ encoding: string; ctype: string; searchable: boolean }>({
    text: `select pg_encoding_to_char(encoding) as encoding, datctype as ctype,
                  strip(to_tsvector('simple', 'École'))::text = $$'école'$$ as searchable
             from pg_database
            where datname = current_database()`,
  });
  const { encoding, ctype, searchable } = rows[0] as { encoding: string; ctype: string; searchable: boolean };
  if (encoding !== 'UTF8')
    return `The database has the encoding ${encoding}; it must be UTF8. Create it with: ${CREATE}`;
  if (searchable) return undefined;
  return `The database has lc_ctype ${ctype}, with which searches do not find words such as "école". Create it with: ${CREATE}`;
}
