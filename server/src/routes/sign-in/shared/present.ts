import type { Deps } from '../../../deps.ts';
import { ROLE_SCOPES } from '../../../domain/people/role.ts';
import { sessionEnds } from '../../../domain/people/session.ts';
import { AppError } from '../../../errors.ts';
import type { Executor } from '../../../store/database/database.ts';
import { findLiveSession, type Session } from '../../../store/people/sessions.ts';

/** A session as its person, or a manager of people, sees it. */
export function presentSession({ config }: Deps, session: Session, currentId: string | undefined) {
  const { id, way, user_agent, created_at, last_used_at } = session;
  const { expires_at, idle_expires_at } = sessionEnds(config, session);
  return { id, way, user_agent, created_at, last_used_at, expires_at, idle_expires_at, current: id === currentId };
}

/** The session of a request and its person. */
export async function currentSession(deps: Deps, db: Executor, id: string) {
  const session = await findLiveSession(db, id);
  if (session === undefined) throw new AppError('session_ended');
  const { person_id, name, email, role } = session;
  return {
    ...presentSession(deps, session, id),
    principal: `person:${person_id}`,
    person: { id: person_id, name, email, role },
    scopes: ROLE_SCOPES[role],
    reauthenticate_after: sessionEnds(deps.config, session).reauthenticate_after,
  };
}
