import type { SizedRow } from '../../domain/http/page-budget.ts';
import type { Executor } from '../database/database.ts';
import { withinBudget } from '../database/page-bytes.ts';

interface FoundBody {
  id: string;
  version: number;
  body: string;
  deleted_at: Date | null;
}

/** The given ids that belong to no question, or only to a deleted one. */
export async function listMissingQuestions(db: Executor, ids: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>({
    name: 'list_missing_questions',
    text: `select id from unnest($1::uuid[]) given (id)
            where not exists (select from questions where questions.id = given.id and deleted_at is null)`,
    values: [ids],
  });
  return rows.map((row) => row.id);
}

/** The stored texts, in the order of the ids; also of deleted questions, so that the reply can say so. */
export async function listQuestionBodies(db: Executor, ids: readonly string[]): Promise<(FoundBody | undefined)[]> {
  const { rows } = await db.query<FoundBody>({
    name: 'list_question_bodies',
    text: 'select id, version, body, deleted_at from questions where id = any($1::uuid[])',
    values: [ids],
  });
  if (ids.length === 1) return [rows[0]];
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id));
}

/**
 * The texts of given versions, current or former, by `id/version`; those of purged questions are missing. None if the
 * first `kept` of them have more bytes than a page may have: then `fitting` says how many fit.
 */
export async function listVersionBodies(
  db: Executor,
  wanted: readonly { id: string; version: number }[],
  kept = wanted.length,
): Promise<{ bodies: Map<string, string>; fitting: number | undefined }> {
  if (wanted.length === 0) return { bodies: new Map(), fitting: undefined };
  const { rows } = await db.query<SizedRow & { id: string; version: number; ordinal: number }>({
    name: 'list_version_bodies',
    text: withinBudget(
      `select given.id, given.version, coalesce(questions.body, question_versions.body) as body, ordinal::float8 as ordinal
         from unnest($1::uuid[], $2::integer[]) with ordinality given (id, version, ordinal)
         left join questions using (id, version)
         left join question_versions on question_versions.question_id = given.id and question_versions.version = given.version
        where questions.id is not null or question_versions.question_id is not null
        order by ordinal`,
      'id, version, ordinal',
      { kept: '$3::bigint' },
    ),
    values: [wanted.map(({ id }) => id), wanted.map(({ version }) => version), kept],
  });
  const bodies = new Map<string, string>();
  for (const { id, version, body, fits, ordinal } of rows) {
    if (body !== null) bodies.set(`${id}/${version}`, body);
    else if (!fits) return { bodies, fitting: ordinal - 1 };
  }
  return { bodies, fitting: undefined };
}
