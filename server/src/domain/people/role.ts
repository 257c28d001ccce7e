import { SCOPES, type Scope } from '../tokens/scope.ts';

/** What a person may do, from the least to the most. Part of the public contract: only ever added to. */
export const ROLES = ['viewer', 'analyst', 'editor', 'administrator'] as const;
export type Role = (typeof ROLES)[number];

const VIEWER: readonly Scope[] = ['questions:read', 'analysis:read', 'events:read'];
const ANALYST: readonly Scope[] = [...VIEWER, 'analysis:run'];
const EDITOR: readonly Scope[] = [...ANALYST, 'questions:write', 'questions:delete', 'categories:manage'];

/** Each role has all scopes of the one before. */
export const ROLE_SCOPES: Readonly<Record<Role, readonly Scope[]>> = {
  viewer: VIEWER,
  analyst: ANALYST,
  editor: EDITOR,
  administrator: SCOPES,
};
