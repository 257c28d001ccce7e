import { type Static, Type } from 'typebox';
import { FEED_TYPES, type FeedType } from '../../domain/event-feed.ts';
import { EVENT_TYPES } from '../../domain/events.ts';
import { DEFAULT_LIMIT, MAX_LIMIT } from '../../domain/http/page.ts';
import { defaulted } from '../shared/defaulted.ts';

/** The longest id has 10 + 8 + 20 + 19 digits. */
const MAX_EVENT_ID_LENGTH = 60;
/** Instead of the id of an event. */
export const START = 'start';
export const NOW = 'now';

export const EventQuery = Type.Object(
  {
    after: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_EVENT_ID_LENGTH,
        description: `\`next_after\` of the previous page, or the id of an event: the events after it. \`${START}\` is the oldest event that is kept, \`${NOW}\` the next one. By default a list begins at \`${START}\` and a stream at \`${NOW}\``,
      }),
    ),
    types: Type.Optional(
      Type.Array(Type.Unsafe<FeedType>({ type: 'string', enum: [...FEED_TYPES] }), {
        minItems: 1,
        maxItems: FEED_TYPES.length,
        explode: false,
        description: 'Only these types; separated by commas. Types that end in `.progress` are streamed and not listed',
      }),
    ),
    limit: defaulted(
      Type.Integer({
        minimum: 1,
        maximum: MAX_LIMIT,
        default: DEFAULT_LIMIT,
        description: 'For a list; a stream has no limit',
      }),
    ),
  },
  { additionalProperties: false },
);
export type EventQuery = Static<typeof EventQuery>;

export const LastEventId = {
  type: 'object',
  properties: {
    'Last-Event-ID': {
      type: 'string',
      description:
        'For a stream: the id of the last event received, instead of `after`. Browsers send it automatically',
    },
  },
} as const;

const time = Type.String({ format: 'date-time' });

const ListedEvent = Type.Object(
  {
    id: Type.String({ description: 'The id of this event: opaque; pass it as `after` to continue after it' }),
    type: Type.String({ enum: [...EVENT_TYPES] }),
    timestamp: time,
    data: Type.Object(
      {
        id: Type.String({ format: 'uuid', description: 'The id of what changed' }),
        version: Type.Integer({ description: 'The version after the change' }),
        changed: Type.Array(Type.String(), { description: 'Names of the fields that an update has changed' }),
        url: Type.Unsafe<string | null>({
          type: ['string', 'null'],
          description: 'Where to read the resource, relative to the base URL; null if it was deleted',
        }),
        change_id: Type.Optional(
          Type.String({
            format: 'uuid',
            description: 'For a question or an import: the change set that it belongs to',
          }),
        ),
      },
      { additionalProperties: false },
    ),
  },
  { $id: 'Event', additionalProperties: false },
);

const example = {
  id: '1-9c4d1f02-7842-391',
  type: 'question.updated',
  timestamp: '2026-11-17T10:41:07.319Z',
  data: {
    id: '019d8a33-a6f0-7000-8000-000000000001',
    version: 2,
    changed: ['difficulty'],
    url: '/questions/019d8a33-a6f0-7000-8000-000000000001',
    change_id: '019d8a33-b1c4-7000-8000-000000000002',
  },
};

const EventList = Type.Object(
  {
    data: Type.Array(Type.Unsafe<object>({ $ref: 'Event#' })),
    next_after: Type.String({ description: '`after` of the next request, also when `data` is empty' }),
    has_more: Type.Boolean({
      description: 'Whether to ask again at once; even then, a page may be short or empty',
    }),
    gap: Type.Boolean({
      description: 'Events after `after` are missing, because they are older than 7 days: read everything again',
    }),
  },
  {
    $id: 'EventList',
    additionalProperties: false,
    examples: [{ data: [example], next_after: '1-9c4d1f02-7842-391', has_more: false, gap: false }],
  },
);

export const STREAM_EXAMPLE = `retry: 2000

id: ${example.id}
event: ${example.type}
data: ${JSON.stringify(example)}

`;

export const eventSchemas = [ListedEvent, EventList];
