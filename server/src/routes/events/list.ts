import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { asksFor } from '../../plugins/http/negotiation.ts';
import { varyBy } from '../../plugins/http/vary.ts';
import { route } from '../route.ts';
import { NOT_MODIFIED, READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { readEventPage } from './list/read-page.ts';
import { readAudience, readPlace, rejectProgress } from './list/read-request.ts';
import { EventQuery, LastEventId, NOW, START, STREAM_EXAMPLE } from './schema.ts';
import type { StreamHub } from './stream/hub.ts';

type EventRequest = FastifyRequest<{ Querystring: EventQuery }>;

export const listEvents = (deps: Deps, streams: StreamHub) =>
  route<{ Querystring: EventQuery }>({
    method: 'GET',
    url: '/events',
    config: { eventStream: true, withoutQuestions: true },
    schema: {
      operationId: 'listEvents',
      tags: ['events'],
      security: needs('events:read'),
      summary:
        'What has changed, oldest first: each event once and without gaps, for 7 days; with `Accept: text/event-stream` as it happens',
      querystring: EventQuery,
      headers: LastEventId,
      response: {
        ...responses({ 304: NOT_MODIFIED }, READ_REJECTIONS),
        200: {
          description: 'The next events; or a stream of server-sent events, which continues after `Last-Event-ID`',
          content: {
            'application/json': { schema: { $ref: 'EventList#' } },
            'text/event-stream': { schema: { type: 'string', examples: [STREAM_EXAMPLE] } },
          },
        },
      },
    },
    handler: async (request, reply) => {
      varyBy(reply, 'Accept');
      if (asksFor('text/event-stream', request.headers.accept)) return stream(deps, streams, request, reply);
      const { after = START, limit } = request.query;
      rejectProgress(request.query);
      const audience = readAudience(deps, request);
      const place = await readPlace(deps, after, { parameter: 'after' });
      return readEventPage(deps.db.reads, audience, place, limit);
    },
  });

/** A client that reconnects repeats the address, and the header says where it stopped. */
async function stream(deps: Deps, streams: StreamHub, request: EventRequest, reply: FastifyReply) {
  const audience = readAudience(deps, request);
  const seen = request.headers['last-event-id'];
  const place =
    typeof seen === 'string' && seen !== ''
      ? await readPlace(deps, seen, { header: 'Last-Event-ID' })
      : await readPlace(deps, request.query.after ?? NOW, { parameter: 'after' });
  if (request.method === 'HEAD') return reply.type('text/event-stream; charset=utf-8').send('');
  await streams.open(request, reply, audience, place);
  return reply;
}
