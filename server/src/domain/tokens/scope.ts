/** What a caller may be allowed to do. Part of the public contract: values are only ever added. */
export const SCOPES = [
  'questions:read',
  'questions:play',
  'questions:write',
  'questions:delete',
  'analysis:read',
  'analysis:run',
  'events:read',
  'webhooks:manage',
  'tokens:manage',
  'audit:read',
  'categories:manage',
  'people:manage',
] as const;
export type Scope = (typeof SCOPES)[number];

export const SCOPE_MEANINGS: Readonly<Record<Scope, string>> = {
  'questions:read': 'Read questions with their answers',
  'questions:play': 'Read ready questions with options in place of answers, and check an answer',
  'questions:write': 'Create, change and restore questions',
  'questions:delete': 'Delete questions',
  'analysis:read': 'Read analyses and their results',
  'analysis:run': 'Run analyses',
  'events:read': 'Read the event feed',
  'webhooks:manage': 'Manage webhooks',
  'tokens:manage': 'Manage API keys and OAuth clients',
  'audit:read': 'Read the audit log and the metrics',
  'categories:manage': 'Create, rename, merge and delete categories',
  'people:manage': 'Invite people, change their roles, end their sessions and remove them',
};

export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text);
}

/** The scopes of a space-separated list (RFC 6749, 3.3); unknown ones are ignored. */
export function readScopes(list: string): Scope[] {
  const named = new Set(list.split(' '));
  return SCOPES.filter((scope) => named.has(scope));
}

/** An API key never manages tokens or people, so that somebody who steals it cannot create another key or a session. */
export const KEY_SCOPES: readonly Scope[] = SCOPES.filter(
  (scope) => scope !== 'tokens:manage' && scope !== 'people:manage',
);
