import type { Scope } from '../../domain/tokens/scope.ts';

/** In OpenAPI's form: any of the alternatives suffices. */
export type Security = readonly ({ readonly bearer: readonly Scope[] } | { readonly session: readonly [] })[];

/** For callers with any of these scopes. */
export function needs(...anyOf: Scope[]): Security {
  return anyOf.map((scope) => ({ bearer: [scope] }));
}

/** For everybody who has a valid token or session, whatever its scopes. */
export const ANY_TOKEN: Security = [{ bearer: [] }];

/** For people who are signed in, not for tokens. */
export const PEOPLE_ONLY: Security = [{ session: [] }];

/** For everybody. */
export const OPEN_TO_ALL: Security = [];
