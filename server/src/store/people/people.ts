import type { Role } from '../../domain/people/role.ts';
import type { Executor } from '../database/database.ts';
import { deleteBatchBefore } from '../database/delete-batch.ts';
import type { KeysetPage, KeysetRows } from '../database/owned-rows.ts';

export interface Person {
  id: string;
  name: string;
  email: string | null;
  role: Role;
  created_by: string;
  created_at: Date;
  updated_at: Date;
  version: number;
  /** The time of the most recently used session, to the minute; null if nobody is signed in. */
  last_used_at: Date | null;
  /** The expiry of an unused link. */
  link_expires_at: Date | null;
  removed_at: Date | null;
}

/** People are added, changed and removed one at a time, so that one administrator always remains. */
const PEOPLE_LOCK = 7_210_020;

const COLUMNS = `id, name, email, role, created_by, created_at, updated_at, version,
  (select max(last_used_at) from sessions where person_id = people.id) as last_used_at,
  (select expires_at from sign_in_links where person_id = people.id) as link_expires_at, removed_at`;
const PRESENT = 'removed_at is null';

type NewPerson = Pick<Person, 'id' | 'name' | 'email' | 'role' | 'created_by' | 'created_at'>;

/** Locks people until the transaction ends, so that nobody else changes them. */
export async function lockPeople(tx: Executor): Promise<void> {
  await tx.query({ text: `select pg_advisory_xact_lock(${PEOPLE_LOCK})` });
}

/** Call it with people locked. */
export async function insertPerson(tx: Executor, person: NewPerson): Promise<Person> {
  const { id, name, email, role, created_by, created_at } = person;
  const { rows } = await tx.query<Person>({
    text: `insert into people (id, name, email, role, created_by, created_at, updated_at)
           values ($1, $2, $3, $4, $5, $6, $6)
           returning ${COLUMNS}`,
    values: [id, name, email, role, created_by, created_at],
  });
  return rows[0] as Person;
}

/** Includes people who were removed: their names stay on what they have done. */
export async function findPerson(db: Executor, id: string): Promise<Person | undefined> {
  const { rows } = await db.query<Person>({
    name: 'find_person',
    text: `select ${COLUMNS} from people where id = $1`,
    values: [id],
  });
  return rows[0];
}

/** Those of the ids that belong to nobody, or to somebody who was removed. */
export async function listMissingPeople(db: Executor, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.query<{ id: string }>({
    name: 'list_missing_people',
    text: `select id from unnest($1::uuid[]) as given (id)
            where not exists (select from people where people.id = given.id and ${PRESENT})`,
    values: [ids],
  });
  return rows.map(({ id }) => id);
}

/** The administrator who was created first. */
export async function findFirstAdministrator(db: Executor): Promise<Person | undefined> {
  const { rows } = await db.query<Person>({
    text: `select ${COLUMNS} from people where role = 'administrator' and ${PRESENT} order by id limit 1`,
  });
  return rows[0];
}

/** Another administrator, if there is one. Call it with people locked. */
export async function findOtherAdministrator(tx: Executor, id: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string }>({
    text: `select id from people where role = 'administrator' and ${PRESENT} and id <> $1 limit 1`,
    values: [id],
  });
  return rows[0]?.id;
}

/** The role of a person, locked until the transaction ends; undefined if the person was removed. */
export async function holdPersonRole(tx: Executor, id: string): Promise<Role | undefined> {
  const { rows } = await tx.query<{ role: Role }>({
    text: `select role from people where id = $1 and ${PRESENT} for share`,
    values: [id],
  });
  return rows[0]?.role;
}

/** People who were not removed, in the order of creation. */
export async function listPeople(db: Executor, { limit, offset, after }: KeysetPage): Promise<KeysetRows<Person>> {
  const { rows } = await db.query<Person>({
    text: `select ${COLUMNS} from people where ${PRESENT} and ($3::uuid is null or id > $3)
            order by id limit $1 offset $2`,
    values: [limit, offset, after ?? null],
  });
  const counted = await db.query<{ total: string }>({ text: `select count(*) as total from people where ${PRESENT}` });
  return { rows, total: { total: Number(counted.rows[0]?.total ?? 0) } };
}

/** An address that was changed belongs to no invitation, even if it is changed back. */
export async function updatePerson(
  tx: Executor,
  id: string,
  { name, email, role }: Pick<Person, 'name' | 'email' | 'role'>,
  now: Date,
): Promise<Person | undefined> {
  const { rows } = await tx.query<Person>({
    text: `update people
              set name = $2, email = $3, role = $4, updated_at = $5, version = version + 1,
                  email_invited = email_invited and email is not distinct from $3
            where id = $1 and ${PRESENT}
           returning ${COLUMNS}`,
    values: [id, name, email, role, now],
  });
  return rows[0];
}

/** Deletes the sessions and every way to sign in. The name stays on what the person has done. */
export async function removePerson(tx: Executor, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: `with sessions_ended as (delete from sessions where person_id = $1),
                link_ended as (delete from sign_in_links where person_id = $1),
                passkeys_ended as (delete from passkeys where person_id = $1),
                openid_ended as (delete from openid_identities where person_id = $1)
           update people set removed_at = $2, updated_at = $2, version = version + 1, email = null
            where id = $1 and ${PRESENT}`,
    values: [id, now],
  });
  return rowCount === 1;
}

export function deletePeopleRemovedBefore(db: Executor, before: Date, limit: number): Promise<number> {
  return deleteBatchBefore(db, { table: 'people', time: 'removed_at' }, before, limit);
}
