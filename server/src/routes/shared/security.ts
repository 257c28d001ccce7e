import type { Scope } from '../../domain/tokens/scope.ts';

/** As OpenAPI writes it: any of the alternatives will do. */
export type Security = readonly ({ readonly bearer: readonly Scope[] } | { readonly session: readonly [] })[];

/** For callers with any of these scopes. */
export function needs(...anyOf: Scope[]): Security {
  return anyOf.map((scope) => ({ bearer: [scope] }));
}

/** For everybody who has a valid token or session, whatever its scopes. */
export const ANY_TOKEN: Security = [{ bearer: [] }];

/** For people who are signed in, and no tokens. */
export const PEOPLE_ONLY: Security = [{ session: [] }];

/** For everybody. */
export const OPEN_TO_ALL: Security = [];
