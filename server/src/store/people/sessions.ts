import type { Role } from '../../domain/people/role.ts';
import type { SignInWay } from '../../domain/people/session.ts';
import type { Executor } from '../database/database.ts';
import { deleteBatchBefore } from '../database/delete-batch.ts';
import type { KeysetPage, KeysetRows } from '../database/owned-rows.ts';

/** A browser in which somebody is signed in, without its secret. */
export interface Session {
  id: string;
  person_id: string;
  way: SignInWay;
  user_agent: string | null;
  created_at: Date;
  last_used_at: Date;
}

/** A valid session and its person. */
export interface LiveSession extends Session {
  name: string;
  email: string | null;
  role: Role;
}

/** A session is valid if it began after one time and was last used after the other. */
interface SessionLimits {
  begunAfter: Date;
  usedAfter: Date;
}

/** The maximum number of sessions per person; the least recently used one is ended first. */
const MAX_SESSIONS = 50;

const COLUMNS = 'id, person_id, way, user_agent, created_at, last_used_at';

/** Undefined if the person was removed. */
export async function insertSession(
  tx: Executor,
  { id, person_id, way, user_agent, created_at }: Omit<Session, 'last_used_at'>,
  digest: Buffer,
): Promise<Session | undefined> {
  const { rows } = await tx.query<Session>({
    text: `with person as (
             select id from people where id = $2 and removed_at is null for share),
           beyond as (
             delete from sessions
              where id = any(array(select id from sessions where person_id = $2
                                    order by last_used_at desc offset ${MAX_SESSIONS - 1} limit 100)))
           insert into sessions (id, person_id, digest, way, user_agent, created_at, last_used_at)
           select $1, person.id, $3, $4, $5, $6, $6 from person
           returning ${COLUMNS}`,
    values: [id, person_id, digest, way, user_agent, created_at],
  });
  return rows[0];
}

/** Returns sessions in the order of the digests, with one look-up for all, known or not. */
export async function findSessions(
  db: Executor,
  digests: readonly Buffer[],
  { begunAfter, usedAfter }: SessionLimits,
): Promise<(LiveSession | undefined)[]> {
  const { rows } = await db.query<LiveSession & { place: number }>({
    name: 'find_sessions',
    text: `select place::integer, session.id, person_id, way, user_agent, session.created_at, last_used_at,
                  person.name, person.email, person.role
             from unnest($1::bytea[]) with ordinality as asked (digest, place)
             join sessions session on session.digest = asked.digest
             join people person on person.id = session.person_id
            where session.created_at > $2 and last_used_at > $3 and person.removed_at is null`,
    values: [digests, begunAfter, usedAfter],
  });
  const found = new Map(rows.map(({ place, ...session }) => [place, session]));
  return digests.map((_, index) => found.get(index + 1));
}

/** A session of a person who was not removed. */
export async function findLiveSession(db: Executor, id: string): Promise<LiveSession | undefined> {
  const { rows } = await db.query<LiveSession>({
    text: `select session.id, person_id, way, user_agent, session.created_at, last_used_at,
                  person.name, person.email, person.role
             from sessions session
             join people person on person.id = session.person_id
            where session.id = $1 and person.removed_at is null`,
    values: [id],
  });
  return rows[0];
}

/** Updates to the minute, so that many requests of many nodes cause one write. */
export async function updateSessionUse(db: Executor, id: string, now: Date): Promise<void> {
  await db.query({
    text: `update sessions set last_used_at = $2
            where id = $1 and last_used_at < $2::timestamptz - interval '59 seconds'`,
    values: [id, now],
  });
}

/** The valid sessions of a person, in the order of creation. */
export async function listSessions(
  db: Executor,
  person: string,
  { begunAfter, usedAfter }: SessionLimits,
  { limit, offset, after }: KeysetPage,
): Promise<KeysetRows<Session>> {
  const live = 'person_id = $1 and created_at > $2 and last_used_at > $3';
  const { rows } = await db.query<Session>({
    text: `select ${COLUMNS} from sessions where ${live} and ($6::uuid is null or id > $6)
            order by id limit $4 offset $5`,
    values: [person, begunAfter, usedAfter, limit, offset, after ?? null],
  });
  const counted = await db.query<{ total: string }>({
    text: `select count(*) as total from sessions where ${live}`,
    values: [person, begunAfter, usedAfter],
  });
  return { rows, total: { total: Number(counted.rows[0]?.total ?? 0) } };
}

/** Ends a session of the person; undefined if there is none with this id. */
export async function deleteSession(tx: Executor, id: string, person: string): Promise<Session | undefined> {
  const { rows } = await tx.query<Session>({
    text: `delete from sessions where id = $1 and person_id = $2 returning ${COLUMNS}`,
    values: [id, person],
  });
  return rows[0];
}

/** Ends the session with this secret, whichever person it belongs to. */
export async function deleteSessionOfSecret(tx: Executor, digest: Buffer): Promise<Session | undefined> {
  const { rows } = await tx.query<Session>({
    text: `delete from sessions where digest = $1 returning ${COLUMNS}`,
    values: [digest],
  });
  return rows[0];
}

/** Ends all sessions of a person, at most `MAX_SESSIONS`. */
export async function deleteSessionsOf(tx: Executor, person: string): Promise<Session[]> {
  const { rows } = await tx.query<Session>({
    text: `delete from sessions where person_id = $1 returning ${COLUMNS}`,
    values: [person],
  });
  return rows;
}

/** A session past its maximum lifetime is no longer used, so this deletes it, too. */
export function deleteSessionsUnusedSince(db: Executor, before: Date, limit: number): Promise<number> {
  return deleteBatchBefore(db, { table: 'sessions', time: 'last_used_at' }, before, limit);
}
