import { type AppEvent, EVENT_TYPES, type EventCursor, type EventType, eventId } from './events.ts';
import type { Scope } from './tokens/scope.ts';

/** Progress of a job. Streams report it while the job runs; it is not stored. */
export const PROGRESS_TYPES = ['analysis.progress', 'import.progress'] as const;
export type ProgressType = (typeof PROGRESS_TYPES)[number];

export const FEED_TYPES = [...EVENT_TYPES, ...PROGRESS_TYPES] as const;
export type FeedType = EventType | ProgressType;

interface Rule {
  /** In addition to `events:read`, one of these scopes is needed to see events of the type. */
  anyOf: readonly Scope[];
  /** Only shown to the principal who caused it, and to the operator, like the resource itself. */
  own: boolean;
  /** The URL of the resource below the base of the API. */
  path: '/questions' | '/imports' | '/analysis' | '/tokens' | '/webhooks' | '/people';
}

function ruleOf(type: FeedType): Rule {
  if (type.startsWith('question.'))
    return { anyOf: ['questions:read', 'questions:play'], own: false, path: '/questions' };
  if (type.startsWith('analysis.')) return { anyOf: ['analysis:read'], own: false, path: '/analysis' };
  if (type.startsWith('token.')) return { anyOf: ['tokens:manage'], own: true, path: '/tokens' };
  if (type.startsWith('webhook.')) return { anyOf: ['webhooks:manage'], own: true, path: '/webhooks' };
  if (type.startsWith('person.')) return { anyOf: ['people:manage'], own: false, path: '/people' };
  return { anyOf: ['questions:write'], own: true, path: '/imports' };
}

/** The part of an event that decides who receives it. */
export interface EventOrigin {
  type: FeedType;
  actor: string;
}

/** Which events a caller receives. */
export interface Audience {
  types: ReadonlySet<FeedType>;
  /** The owner of events that only their owner may see; null for everybody's. */
  owner: string | null;
}

/** The scopes of which one is required to see events of the type; undefined if the caller has one. */
export function missingScopes(scopes: readonly Scope[], type: FeedType): readonly Scope[] | undefined {
  const { anyOf } = ruleOf(type);
  return anyOf.some((scope) => scopes.includes(scope)) ? undefined : anyOf;
}

/** The audience of a caller with these scopes; `owner` is null for the operator. */
export function audienceOf(
  scopes: readonly Scope[],
  owner: string | null,
  asked: readonly FeedType[] = FEED_TYPES,
): Audience {
  return { types: new Set(asked.filter((type) => missingScopes(scopes, type) === undefined)), owner };
}

export function receives({ types, owner }: Audience, { type, actor }: EventOrigin): boolean {
  return types.has(type) && (owner === null || owner === actor || !ruleOf(type).own);
}

export interface ShownEvent {
  id: string;
  type: EventType;
  timestamp: Date;
  data: { id: string; version: number; changed: readonly string[]; url: string | null; change_id?: string };
}

/** An event as callers see it, without content, whatever they may read. A deleted resource no longer has a URL. */
export function presentEvent(event: AppEvent & EventCursor): ShownEvent {
  const { type, resource_id: id, version, changed, occurred_at: timestamp, change_id } = event;
  const url = type === 'question.deleted' ? null : urlOf(type, id);
  const change = change_id == null ? {} : { change_id };
  return { id: eventId(event), type, timestamp, data: { id, version, changed, url, ...change } };
}

export function urlOf(type: FeedType, id: string): string {
  return `${ruleOf(type).path}/${id}`;
}
