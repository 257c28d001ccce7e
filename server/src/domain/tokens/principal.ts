import type { Scope } from './scope.ts';

/** The caller, and what they may do. */
export interface Principal {
  /** The author of changes, the owner of draws and keys, and the account that points are charged to. */
  readonly id: string;
  readonly kind: 'anonymous' | 'operator' | 'api_key' | 'oauth_client' | 'outside_client' | 'person';
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** The credential itself, if there is one. */
  readonly token_id: string | null;
  readonly expires_at: Date | null;
  /** Set for a person who is signed in. */
  readonly session?: { readonly id: string; readonly person_id: string; readonly signed_in_at: Date };
}

/** Whether the caller may manage everybody's resources, as the operator and administrators may. */
export function managesAll({ kind, scopes }: Principal): boolean {
  return kind === 'operator' || (kind === 'person' && scopes.includes('people:manage'));
}

export function anonymous(scopes: readonly Scope[]): Principal {
  return { id: 'anonymous', kind: 'anonymous', name: 'anonymous', scopes, token_id: null, expires_at: null };
}
