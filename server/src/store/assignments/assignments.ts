import type { Executor } from '../database/database.ts';
import { deleteBatchBefore } from '../database/delete-batch.ts';
import type { KeysetPage, KeysetRows } from '../database/owned-rows.ts';
import type { QuestionPair } from '../duplicates/dismissals.ts';

/** The row of an analysis that somebody is assigned to: about one question, or about a pair. */
export interface AssignedRow {
  analysis_type: string;
  question_id: string | null;
  question_ids: QuestionPair | null;
  /** Sorted, without repeats; null stands for everything that the type reports about the question. */
  about: readonly string[] | null;
}

export interface Assignment extends AssignedRow {
  id: string;
  person: string;
  person_name: string | null;
  done: boolean;
  done_at: Date | null;
  created_at: Date;
  created_by: string;
  updated_at: Date;
  version: number;
}

const COLUMNS = `id, analysis_type, case when other_id is null then question_id end as question_id,
  case when other_id is not null then array[question_id, other_id] end as question_ids, nullif(about, '{}') as about,
  person, (select name from people where people.id = person) as person_name,
  done_at is not null as done, done_at, created_at, created_by, updated_at, version`;

/** Whether the person can be assigned: people who were removed cannot. */
export async function isPresentPerson(db: Executor, id: string): Promise<boolean> {
  const { rowCount } = await db.query({
    text: 'select from people where id = $1 and removed_at is null',
    values: [id],
  });
  return rowCount === 1;
}

interface NewAssignment extends AssignedRow {
  id: string;
  person: string;
  created_at: Date;
  created_by: string;
}

/** Question, other question and subjects, in the form of the table's key. */
function keyOf({ question_id, question_ids, about }: AssignedRow): unknown[] {
  const [first = question_id, second = null] = question_ids ?? [];
  return [first, second, about ?? []];
}

const SAME_ROW = `analysis_type = $1 and question_id = $2 and other_id is not distinct from $3 and about = $4`;

/** Undefined if somebody is already assigned to the row. */
export async function insertAssignment(tx: Executor, made: NewAssignment): Promise<Assignment | undefined> {
  const { id, analysis_type, person, created_at, created_by } = made;
  const { rows } = await tx.query<Assignment>({
    text: `insert into assignments (analysis_type, question_id, other_id, about, id, person, created_at, updated_at, created_by)
           values ($1, $2, $3, $4, $5, $6, $7, $7, $8)
           on conflict do nothing
           returning ${COLUMNS}`,
    values: [analysis_type, ...keyOf(made), id, person, created_at, created_by],
  });
  return rows[0];
}

/** The rows of a JSON array as a table, in the form of the table's key. */
const GIVEN_ROWS = `jsonb_to_recordset($1) as given (id uuid, analysis_type text, question_id uuid, other_id uuid, about text[])`;

function givenRows<Row extends AssignedRow>(rows: readonly Row[]): string {
  return JSON.stringify(
    rows.map((row) => {
      const [question_id, other_id, about] = keyOf(row);
      return { ...row, question_id, other_id, about };
    }),
  );
}

/**
 * Inserts those that nobody is assigned to yet, and returns their number. They are inserted in the order of their key,
 * so that two callers with the same rows do not wait for each other.
 */
export async function insertManyAssignments(tx: Executor, made: readonly NewAssignment[]): Promise<number> {
  const [first] = made;
  const { rowCount } = await tx.query({
    name: 'insert_many_assignments',
    text: `insert into assignments (id, analysis_type, question_id, other_id, about, person, created_at, updated_at, created_by)
           select id, analysis_type, question_id, other_id, about, $2, $3, $3, $4 from ${GIVEN_ROWS}
            order by question_id, analysis_type, about, other_id
           on conflict do nothing`,
    values: [givenRows(made), first?.person, first?.created_at, first?.created_by],
  });
  return rowCount ?? 0;
}

/** The people with an open assignment of these rows, one for each row that is assigned. */
export async function listAssignees(db: Executor, assigned: readonly AssignedRow[]): Promise<string[]> {
  const { rows } = await db.query<{ person: string }>({
    name: 'list_assignees',
    text: `select person
             from ${GIVEN_ROWS} join assignments using (question_id, analysis_type, about)
            where done_at is null and assignments.other_id is not distinct from given.other_id`,
    values: [givenRows(assigned)],
  });
  return rows.map(({ person }) => person);
}

/** The open assignment of the row, if there is one. */
export async function findOpenAssignment(db: Executor, row: AssignedRow): Promise<Assignment | undefined> {
  const { rows } = await db.query<Assignment>({
    text: `select ${COLUMNS} from assignments where ${SAME_ROW} and done_at is null`,
    values: [row.analysis_type, ...keyOf(row)],
  });
  return rows[0];
}

export async function findAssignment(db: Executor, id: string): Promise<Assignment | undefined> {
  const { rows } = await db.query<Assignment>({
    text: `select ${COLUMNS} from assignments where id = $1`,
    values: [id],
  });
  return rows[0];
}

/** Locks it until the transaction ends. */
export async function lockAssignment(tx: Executor, id: string): Promise<Assignment | undefined> {
  const { rows } = await tx.query<Assignment>({
    text: `select ${COLUMNS} from assignments where id = $1 for update`,
    values: [id],
  });
  return rows[0];
}

/**
 * Reopening an assignment while somebody else is assigned to the row violates the index of open assignments;
 * database-errors.ts translates the error.
 */
export async function updateAssignment(
  tx: Executor,
  id: string,
  { person, done }: Pick<Assignment, 'person' | 'done'>,
  now: Date,
): Promise<Assignment> {
  const { rows } = await tx.query<Assignment>({
    text: `update assignments
              set person = $2, done_at = case when $3 then coalesce(done_at, $4) end, version = version + 1,
                  updated_at = greatest($4, updated_at)
            where id = $1
           returning ${COLUMNS}`,
    values: [id, person, done, now],
  });
  return rows[0] as Assignment;
}

/** False if it does not exist. */
export async function deleteAssignment(tx: Executor, id: string): Promise<boolean> {
  const { rowCount } = await tx.query({ text: 'delete from assignments where id = $1', values: [id] });
  return rowCount === 1;
}

interface AssignmentFilter {
  person: string | undefined;
  analysisType: string | undefined;
  questionId: string | undefined;
  done: boolean | undefined;
}

/** Oldest first. The total is exact, since there are at most 100,000. */
export async function listAssignments(
  db: Executor,
  { person, analysisType, questionId, done }: AssignmentFilter,
  { limit, offset, after }: KeysetPage,
): Promise<KeysetRows<Assignment>> {
  const conditions = ['true'];
  const values: unknown[] = [];
  const where = (condition: (place: string) => string, value: unknown) => {
    if (value === undefined) return;
    values.push(value);
    conditions.push(condition(`$${values.length}`));
  };
  where((place) => `person = ${place}`, person);
  where((place) => `analysis_type = ${place}`, analysisType);
  where((place) => `(question_id = ${place} or other_id = ${place})`, questionId);
  if (done !== undefined) conditions.push(`done_at is ${done ? 'not null' : 'null'}`);
  const counted = await db.query<{ total: number }>({
    text: `select count(*)::float8 as total from assignments where ${conditions.join(' and ')}`,
    values: [...values],
  });
  where((place) => `id > ${place}::uuid`, after);
  const { rows } = await db.query<Assignment>({
    text: `select ${COLUMNS} from assignments where ${conditions.join(' and ')}
            order by id limit $${values.length + 1} offset $${values.length + 2}`,
    values: [...values, limit, offset],
  });
  return { rows, total: { total: counted.rows[0]?.total ?? 0 } };
}

/** The limit suffices for a page of rows, each about one question or about a pair. */
const MAX_PER_PAGE = 1000;

/** Open assignments of the rows of a type about these questions. */
export async function listOpenAssignmentsOf(
  db: Executor,
  analysisType: string,
  questionIds: readonly string[],
): Promise<Assignment[]> {
  const { rows } = await db.query<Assignment>({
    name: 'list_open_assignments_of',
    text: `select ${COLUMNS} from assignments
            where question_id = any($2::uuid[]) and analysis_type = $1 and done_at is null
              and (other_id is null or other_id = any($2::uuid[]))
            order by id limit ${MAX_PER_PAGE}`,
    values: [analysisType, questionIds],
  });
  return rows;
}

export function deleteAssignmentsDoneBefore(db: Executor, before: Date, limit: number): Promise<number> {
  return deleteBatchBefore(db, { table: 'assignments', time: 'done_at' }, before, limit);
}
