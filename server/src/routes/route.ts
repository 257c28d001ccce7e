import type {
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteGenericInterface,
  RouteOptions,
} from 'fastify';
import { responses } from './shared/responses.ts';
import { ANY_TOKEN, PEOPLE_ONLY, type Security } from './shared/security.ts';

type Typed<Route extends RouteGenericInterface> = RouteOptions<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  Route
>;

/** The responses of access control and limits on a route. Tests in test/access check all routes. */
function accessRejections(security: Security | undefined, cost: number | undefined): object {
  if (security?.length === 0) return cost === 0 ? {} : responses({}, [429]);
  return responses({}, security === ANY_TOKEN ? [401, 429, 503] : [401, 403, 429, 503]);
}

/** Describes the scopes in words, because pages generated from openapi.json do not show those of a bearer token. */
function describeAccess(security: Security | undefined): string {
  if (security === undefined || security.length === 0) return 'Open to all.';
  if (security === ANY_TOKEN) return 'Needs a valid token, whatever its scopes.';
  if (security === PEOPLE_ONLY) return 'Only for people who are signed in: needs the cookie of a session.';
  const scopes = security.flatMap((alternative) => ('bearer' in alternative ? alternative.bearer : []));
  return `Needs the scope ${scopes.map((scope) => `\`${scope}\``).join(' or ')}.`;
}

const NO_PARAMETERS = { type: 'object', properties: {}, additionalProperties: false };

/** A route that replies with JSON, typed by its schema. A route that declares no parameters accepts none. */
export function route<Route extends RouteGenericInterface = RouteGenericInterface>(
  options: Typed<Route>,
): RouteOptions {
  const { security, response } = options.schema ?? {};
  const rejections = accessRejections(security as Security | undefined, options.config?.cost);
  return {
    ...options,
    schema: {
      querystring: NO_PARAMETERS,
      description: describeAccess(security as Security | undefined),
      ...options.schema,
      response: { ...rejections, ...(response as object) },
    },
    config: { json: true, ...options.config },
  } as unknown as RouteOptions;
}
