import type { Scope } from '../../domain/tokens/scope.ts';

/** Security requirements in OpenAPI's form: any of the alternatives suffices. */
export type Security = readonly ({ readonly bearer: readonly Scope[] } | { readonly session: readonly [] })[];

/** Allows callers with any of these scopes. */
export function needs(...anyOf: Scope[]): Security {
  return anyOf.map((scope) => ({ bearer: [scope] }));
}

/** Allows everybody with a valid token or session, whatever its scopes. */
export const ANY_TOKEN: Security = [{ bearer: [] }];

/** Allows people who are signed in, but not tokens. */
export const PEOPLE_ONLY: Security = [{ session: [] }];

/** Allows everybody. */
export const OPEN_TO_ALL: Security = [];
