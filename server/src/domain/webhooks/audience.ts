import { EVENT_TYPES, type EventType } from '../events.ts';
import type { Scope } from '../tokens/scope.ts';

interface Rule {
  /** Any of these shows events of the type. */
  anyOf: readonly Scope[];
  /** Only to whoever did it, and to the operator. */
  own: boolean;
  /** Where the thing is, below the base of the API. */
  path: string;
}

function ruleOf(type: EventType): Rule {
  if (type.startsWith('question.'))
    return { anyOf: ['questions:read', 'questions:play'], own: false, path: '/questions' };
  if (type.startsWith('analysis.')) return { anyOf: ['analysis:read'], own: false, path: '/analysis' };
  if (type.startsWith('token.')) return { anyOf: ['tokens:manage'], own: true, path: '/tokens' };
  if (type.startsWith('webhook.')) return { anyOf: ['webhooks:manage'], own: true, path: '/webhooks' };
  return { anyOf: ['questions:write'], own: true, path: '/imports' };
}

/** The scopes of which one is missing to be told of events of the type; undefined when none is. */
export function missingScopes(scopes: readonly Scope[], type: EventType): readonly Scope[] | undefined {
  const { anyOf } = ruleOf(type);
  return anyOf.some((scope) => scopes.includes(scope)) ? undefined : anyOf;
}

export interface Receiver {
  types: readonly EventType[] | null;
  scopes: readonly Scope[];
  created_by: string;
}

export function isToldOf(
  { types, scopes, created_by }: Receiver,
  { type, actor }: { type: EventType; actor: string },
): boolean {
  if (!(types ?? EVENT_TYPES).includes(type) || missingScopes(scopes, type) !== undefined) return false;
  return !ruleOf(type).own || created_by === actor || created_by === 'operator';
}

export function urlOf(type: EventType, id: string): string {
  return `${ruleOf(type).path}/${id}`;
}
