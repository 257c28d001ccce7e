import { SCOPES, type Scope } from '../tokens/scope.ts';

/**
 * The roles of people, from the fewest to the most permissions. Part of the public contract: values are only ever
 * added.
 */
export const ROLES = ['viewer', 'analyst', 'editor', 'administrator'] as const;
export type Role = (typeof ROLES)[number];

const VIEWER: readonly Scope[] = ['questions:read', 'analysis:read', 'events:read'];
const ANALYST: readonly Scope[] = [...VIEWER, 'analysis:run'];
const EDITOR: readonly Scope[] = [...ANALYST, 'questions:write', 'questions:delete', 'categories:manage'];

/** Each role has all scopes of the one before it. */
export const ROLE_SCOPES: Readonly<Record<Role, readonly Scope[]>> = {
  viewer: VIEWER,
  analyst: ANALYST,
  editor: EDITOR,
  administrator: SCOPES,
};
