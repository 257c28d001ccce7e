import type { FastifyRequest } from 'fastify';
import { addressProblem, literalAddress } from '../../../access/dialled-address.ts';
import type { Deps } from '../../../deps.ts';
import { missingScopes } from '../../../domain/event-feed.ts';
import type { EventType } from '../../../domain/events.ts';
import type { Scope } from '../../../domain/tokens/scope.ts';
import { urlProblem } from '../../../domain/webhooks/webhook.ts';
import { type Violation, violationError } from '../../../errors.ts';
import { insufficientScope } from '../../../plugins/access/access.ts';

/** Types that are requested by name must be visible with the scopes of the webhook's maker. */
export function requireScopes(
  deps: Deps,
  request: FastifyRequest,
  scopes: readonly Scope[],
  types: readonly EventType[] | null,
): void {
  for (const type of types ?? []) {
    const missing = missingScopes(scopes, type);
    if (missing !== undefined) throw insufficientScope(deps, request, missing, `, which events of type ${type} need.`);
  }
}

/**
 * An IP address in the URL is checked here, so that the caller learns about it at once; a host name is checked when it
 * is resolved for a delivery.
 */
export function checkUrl({ config }: Deps, url: string): Violation[] {
  const address = URL.canParse(url) ? literalAddress(new URL(url)) : undefined;
  const problem =
    urlProblem(url, config.webhookAllowHttp) ??
    (address === undefined ? undefined : addressProblem(address, config.webhookNetworks));
  return problem === undefined ? [] : [{ code: 'not_allowed', detail: problem, pointer: '#/url' }];
}

/** The categories in their canonical spelling. */
export function readCategories({ categories }: Deps, names: readonly string[] | null): string[] | null {
  if (names === null) return null;
  const { current } = categories;
  const violations = names.flatMap((name, index): Violation[] =>
    current.find(name) === undefined
      ? [
          {
            code: 'not_allowed',
            detail: `No category is named "${name}".`,
            pointer: `#/categories/${index}`,
            allowed: current.suggest(name),
          },
        ]
      : [],
  );
  if (violations.length > 0) throw violationError(violations);
  return [...new Set(names.map((name) => current.require(name).name))];
}
