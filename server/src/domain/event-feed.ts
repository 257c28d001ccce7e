import { type AppEvent, EVENT_TYPES, type EventCursor, type EventType, eventId } from './events.ts';
import type { Principal } from './tokens/principal.ts';
import type { Scope } from './tokens/scope.ts';

/** How far a job is. Told by streams while it runs, and kept nowhere. */
export const PROGRESS_TYPES = ['analysis.progress', 'import.progress'] as const;
export type ProgressType = (typeof PROGRESS_TYPES)[number];

export const FEED_TYPES = [...EVENT_TYPES, ...PROGRESS_TYPES] as const;
export type FeedType = EventType | ProgressType;

interface Rule {
  /** Any of these shows events of the type, beside `events:read`. */
  anyOf: readonly Scope[];
  /** Only to whoever did it, and to the operator, as the thing itself. */
  own: boolean;
  /** Where the thing is, below the base of the API. */
  path: '/questions' | '/imports' | '/analysis' | '/tokens';
}

function ruleOf(type: FeedType): Rule {
  if (type.startsWith('question.'))
    return { anyOf: ['questions:read', 'questions:play'], own: false, path: '/questions' };
  if (type.startsWith('analysis.')) return { anyOf: ['analysis:read'], own: false, path: '/analysis' };
  if (type.startsWith('token.')) return { anyOf: ['tokens:manage'], own: true, path: '/tokens' };
  return { anyOf: ['questions:write'], own: true, path: '/imports' };
}

/** What of an event decides who is told of it. */
export interface Told {
  type: FeedType;
  actor: string;
}

/** Which events somebody is told of. */
export interface Audience {
  types: ReadonlySet<FeedType>;
  /** Of what only its owner may see: whose; null is everybody's. */
  owner: string | null;
}

/** The scopes of which one is missing to see events of the type; undefined when none is. */
export function missingScopes({ scopes }: Principal, type: FeedType): readonly Scope[] | undefined {
  const { anyOf } = ruleOf(type);
  return anyOf.some((scope) => scopes.includes(scope)) ? undefined : anyOf;
}

export function audienceOf(principal: Principal, asked: readonly FeedType[] = FEED_TYPES): Audience {
  return {
    types: new Set(asked.filter((type) => missingScopes(principal, type) === undefined)),
    owner: principal.kind === 'operator' ? null : principal.id,
  };
}

export function isToldOf({ types, owner }: Audience, { type, actor }: Told): boolean {
  return types.has(type) && (owner === null || owner === actor || !ruleOf(type).own);
}

export interface ShownEvent {
  id: string;
  type: EventType;
  timestamp: Date;
  data: { id: string; version: number; changed: readonly string[]; url: string | null };
}

/** As callers see it: thin, whatever they may read. What was deleted is at no address any more. */
export function presentEvent(event: AppEvent & EventCursor): ShownEvent {
  const { type, resource_id: id, version, changed, occurred_at: timestamp } = event;
  const url = type === 'question.deleted' ? null : urlOf(type, id);
  return { id: eventId(event), type, timestamp, data: { id, version, changed, url } };
}

export function urlOf(type: FeedType, id: string): string {
  return `${ruleOf(type).path}/${id}`;
}
