import type { Scope } from './scope.ts';

/** Who is asking, and what they may do. */
export interface Principal {
  /** Stands as author of changes, as owner of draws and keys, and for whose points are counted. */
  readonly id: string;
  readonly kind: 'anonymous' | 'operator' | 'api_key' | 'oauth_client' | 'outside_client';
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** The credential itself, where there is one. */
  readonly token_id: string | null;
  readonly expires_at: Date | null;
}

export function anonymous(scopes: readonly Scope[]): Principal {
  return { id: 'anonymous', kind: 'anonymous', name: 'anonymous', scopes, token_id: null, expires_at: null };
}
