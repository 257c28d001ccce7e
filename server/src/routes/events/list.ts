import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import {
  type Audience,
  audienceOf,
  isToldOf,
  missingScopes,
  PROGRESS_TYPES,
  presentEvent,
  type ShownEvent,
} from '../../domain/event-feed.ts';
import { type EventCursor, eventId, readEventId } from '../../domain/events.ts';
import { AppError, violationError } from '../../errors.ts';
import { insufficientScope } from '../../plugins/access/access.ts';
import { BEFORE_ALL_EVENTS, findEventsEnd, listEventsAfter, MAX_EVENTS_AT_ONCE } from '../../store/events.ts';
import { route } from '../route.ts';
import { NOT_MODIFIED, READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { EventQuery, NOW, START } from './schema.ts';

/** A page that looks for a rare type gives up behind so many events, and goes on with the next request. */
const MAX_READS = 5;

export const listEvents = (deps: Deps) =>
  route<{ Querystring: EventQuery }>({
    method: 'GET',
    url: '/events',
    schema: {
      operationId: 'listEvents',
      tags: ['events'],
      security: needs('events:read'),
      summary: 'What has changed, oldest first: each event once and none left out, for 7 days',
      querystring: EventQuery,
      response: responses(
        { 200: { description: 'The next events', schema: { $ref: 'EventList#' } }, 304: NOT_MODIFIED },
        READ_REJECTIONS,
      ),
    },
    handler: async (request) => {
      const { after = START, limit } = request.query;
      const audience = readAudience(deps, request);
      rejectProgress(request.query);
      const page = await readPage(deps, audience, await readPlace(deps, after), limit);
      return { ...page, next_after: eventId(page.next_after) };
    },
  });

/** Types that were asked for by name are never left out in silence. */
function readAudience(deps: Deps, request: FastifyRequest<{ Querystring: EventQuery }>): Audience {
  const { types } = request.query;
  for (const type of types ?? []) {
    const missing = missingScopes(request.principal, type);
    if (missing !== undefined) throw insufficientScope(deps, request, missing, `, which events of type ${type} need.`);
  }
  return audienceOf(request.principal, types);
}

function rejectProgress({ types = [] }: EventQuery): void {
  const streamed = types.filter((type) => (PROGRESS_TYPES as readonly string[]).includes(type));
  if (streamed.length === 0) return;
  const detail = `${streamed.join(' and ')} can be streamed and not listed: send \`Accept: text/event-stream\`.`;
  throw violationError([{ code: 'not_allowed', detail, parameter: 'types' }]);
}

async function readPlace({ db }: Deps, after: string): Promise<EventCursor> {
  if (after === START) return BEFORE_ALL_EVENTS;
  if (after === NOW) return findEventsEnd(db.reads);
  const cursor = readEventId(after);
  if (cursor !== undefined) return cursor;
  const detail = `\`after\` is no id of an event. Use \`next_after\` unchanged, the id of an event, \`${START}\` or \`${NOW}\`.`;
  throw new AppError('invalid_cursor', { detail, errors: [{ code: 'invalid_cursor', parameter: 'after', detail }] });
}

async function readPage({ db }: Deps, audience: Audience, after: EventCursor, limit: number) {
  const data: ShownEvent[] = [];
  let gap = false;
  for (let [reads, next_after] = [1, after]; ; reads += 1) {
    const page = await listEventsAfter(db.reads, { after: next_after, limit: MAX_EVENTS_AT_ONCE });
    gap ||= page.gap;
    for (const event of page.events) {
      if (!isToldOf(audience, event)) continue;
      if (data.length === limit) return { data, next_after, has_more: true, gap };
      data.push(presentEvent(event));
      next_after = event;
    }
    next_after = page.next;
    if (!page.has_more || reads === MAX_READS) return { data, next_after, has_more: page.has_more, gap };
  }
}
