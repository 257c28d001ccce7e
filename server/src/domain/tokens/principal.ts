import type { Scope } from './scope.ts';

/** Who is asking, and what they may do. */
export interface Principal {
  /** Stands as author of changes, as owner of draws and keys, and for whose points are counted. */
  readonly id: string;
  readonly kind: 'anonymous' | 'operator' | 'api_key' | 'oauth_client' | 'outside_client' | 'person';
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** The credential itself, where there is one. */
  readonly token_id: string | null;
  readonly expires_at: Date | null;
  /** Of a person who is signed in. */
  readonly session?: { readonly id: string; readonly person_id: string; readonly signed_in_at: Date };
}

/** Whether everything that is somebody's is theirs to manage: the operator, and administrators. */
export function managesAll({ kind, scopes }: Principal): boolean {
  return kind === 'operator' || (kind === 'person' && scopes.includes('people:manage'));
}

export function anonymous(scopes: readonly Scope[]): Principal {
  return { id: 'anonymous', kind: 'anonymous', name: 'anonymous', scopes, token_id: null, expires_at: null };
}
