import { Slices } from '../../limits/slices.ts';
import type { Executor } from '../database/database.ts';
import { listQuestionBodies } from '../questions/bodies.ts';

/** A reply without its questions: a mark replaces each, with the id and version of the question that belongs there. */
export interface ReplyTemplate {
  template: string;
  question_ids: string[];
  versions: number[];
}

/** JSON cannot contain this character, because it escapes control characters. */
const MARK = '\u0001';
/** The start of the JSON of every question; see `renderQuestion`. */
const BEGINNING = '{"id":"';
const ID_LENGTH = 36;

/** The reply with references to its questions, as they are in this transaction; undefined if it contains none. */
export async function toTemplate(tx: Executor, body: string): Promise<ReplyTemplate | undefined> {
  const slices = new Slices();
  const places: { at: number; id: string }[] = [];
  for (let at = body.indexOf(BEGINNING); at >= 0; at = body.indexOf(BEGINNING, at + 1)) {
    const id = body.slice(at + BEGINNING.length, at + BEGINNING.length + ID_LENGTH);
    if (/^[\da-f-]{36}$/.test(id)) places.push({ at, id });
    if (slices.over) await slices.next();
  }
  const questions = await listQuestionBodies(
    tx,
    places.map(({ id }) => id),
  );
  const kept: ReplyTemplate = { template: '', question_ids: [], versions: [] };
  let end = 0;
  for (const [index, { at, id }] of places.entries()) {
    const question = questions[index];
    // A question that is quoted in the text of another question is part of that text.
    if (at < end || question === undefined || !body.startsWith(question.body, at)) continue;
    kept.template += body.slice(end, at) + MARK;
    kept.question_ids.push(id);
    kept.versions.push(question.version);
    end = at + question.body.length;
    if (slices.over) await slices.next();
  }
  kept.template += body.slice(end);
  return kept.versions.length === 0 ? undefined : kept;
}

/** The complete reply; undefined if one of its questions was purged. */
export async function fromTemplate(
  tx: Executor,
  { template, question_ids, versions }: ReplyTemplate,
): Promise<string | undefined> {
  const { rows } = await tx.query<{ body: string | null }>({
    name: 'list_template_bodies',
    text: `select coalesce(
                    (select body from questions where id = given.id and version = given.version),
                    (select body from question_versions where question_id = given.id and version = given.version)) as body
             from unnest($1::uuid[], $2::integer[]) with ordinality given (id, version, place)
            order by place`,
    values: [question_ids, versions],
  });
  if (rows.some(({ body }) => body === null)) return undefined;
  return template
    .split(MARK)
    .map((part, index) => part + (rows[index]?.body ?? ''))
    .join('');
}
