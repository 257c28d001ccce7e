import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { type Audience, audienceOf, missingScopes, PROGRESS_TYPES } from '../../../domain/event-feed.ts';
import { type EventCursor, readEventId } from '../../../domain/events.ts';
import { AppError, violationError } from '../../../errors.ts';
import { insufficientScope } from '../../../plugins/access/access.ts';
import { BEFORE_ALL_EVENTS, findEventsEnd } from '../../../store/events.ts';
import { ownerFor } from '../../shared/principal.ts';
import { type EventQuery, NOW, START } from '../schema.ts';

/** Types that are requested by name are never left out silently. */
export function readAudience(deps: Deps, request: FastifyRequest<{ Querystring: EventQuery }>): Audience {
  const { types } = request.query;
  for (const type of types ?? []) {
    const missing = missingScopes(request.principal.scopes, type);
    if (missing !== undefined) throw insufficientScope(deps, request, missing, `, which events of type ${type} need.`);
  }
  return audienceOf(request.principal.scopes, ownerFor(request), types);
}

export function rejectProgress({ types = [] }: EventQuery): void {
  const streamed = types.filter((type) => (PROGRESS_TYPES as readonly string[]).includes(type));
  if (streamed.length === 0) return;
  const detail = `${streamed.join(' and ')} can be streamed and not listed: send \`Accept: text/event-stream\`.`;
  throw violationError([{ code: 'not_allowed', detail, parameter: 'types' }]);
}

export async function readPlace(
  { db }: Deps,
  after: string,
  where: { parameter: 'after' } | { header: 'Last-Event-ID' },
): Promise<EventCursor> {
  if (after === START) return BEFORE_ALL_EVENTS;
  if (after === NOW) return findEventsEnd(db.reads);
  const cursor = readEventId(after);
  if (cursor !== undefined) return cursor;
  const name = 'parameter' in where ? where.parameter : where.header;
  const detail = `\`${name}\` is not the id of an event. Use the id of an event or \`next_after\` unchanged, \`${START}\` or \`${NOW}\`.`;
  throw new AppError('invalid_cursor', { detail, errors: [{ code: 'invalid_cursor', detail, ...where }] });
}
