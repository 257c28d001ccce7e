import type { ChangeMember } from '../../domain/changes/change.ts';
import type { QuestionState } from '../../domain/changes/revert.ts';
import { readStoredQuestion } from '../../domain/questions/question.ts';
import { mapInSlices } from '../../limits/slices.ts';
import { CHANGE_OF_VERSION } from '../changes/change-of-version.ts';
import type { Executor } from '../database/database.ts';
import { STORED_COLUMNS, type StoredQuestion } from './questions.ts';

/** A question, deleted or not, and the change that made its current version. */
export interface CurrentMember {
  question: StoredQuestion;
  change_id: string | null;
}

/**
 * Current questions, which can be locked until the transaction ends. Everything that locks several questions does so in
 * one order.
 */
export async function listMembers(
  db: Executor,
  ids: readonly string[],
  { lock }: { lock: boolean },
): Promise<Map<string, CurrentMember>> {
  const { rows } = await db.query<StoredQuestion & { change_id: string | null }>({
    name: lock ? 'list_members_for_update' : 'list_members',
    text: `select ${STORED_COLUMNS}, ${CHANGE_OF_VERSION} as change_id
             from questions where id = any($1::uuid[]) order by id ${lock ? 'for update' : ''}`,
    values: [ids],
  });
  return new Map(rows.map(({ change_id, ...question }) => [question.id, { question, change_id }]));
}

interface MemberStates {
  /**
   * The state before the change: null if the change created the question, undefined if the history no longer has it.
   */
  former: QuestionState | null | undefined;
  made: QuestionState | undefined;
  /** False if the question was purged. */
  exists: boolean;
}

interface StateRow {
  place: number;
  former: string | null;
  former_deleted: boolean;
  made: string | null;
  made_deleted: boolean;
  exists: boolean;
}

/** Reads both states of each member, in the given order. A question has at most 64 KB. */
export async function listMemberStates(db: Executor, members: readonly ChangeMember[]): Promise<MemberStates[]> {
  const version = (number: string) => `
    lateral (select body, deleted_at is not null as deleted from questions where id = given.id and version = ${number}
             union all
             select body, deleted_at is not null from question_versions where question_id = given.id and version = ${number}
             limit 1)`;
  const { rows } = await db.query<StateRow>({
    name: 'list_member_states',
    text: `select former.body as former, coalesce(former.deleted, false) as former_deleted, made.body as made, coalesce(made.deleted, false) as made_deleted,
                  exists (select from questions where id = given.id) as exists
             from unnest($1::uuid[], $2::integer[]) with ordinality as given (id, version, place)
             left join ${version('given.version - 1')} former on true
             left join ${version('given.version')} made on true
            order by place`,
    values: [members.map(({ id }) => id), members.map((member) => member.version)],
  });
  return mapInSlices(rows, (row, index) => ({
    former: members[index]?.version === 1 ? null : readState(row.former, row.former_deleted),
    made: readState(row.made, row.made_deleted),
    exists: row.exists,
  }));
}

function readState(body: string | null, deleted: boolean): QuestionState | undefined {
  return body === null ? undefined : { ...readStoredQuestion(body), deleted };
}
