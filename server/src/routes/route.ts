import type {
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteGenericInterface,
  RouteOptions,
} from 'fastify';

type Typed<Route extends RouteGenericInterface> = RouteOptions<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  Route
>;

const NO_PARAMETERS = { type: 'object', properties: {}, additionalProperties: false };

/** A route that answers JSON, typed by what its schema lets through. One that declares no parameters takes none. */
export function route<Route extends RouteGenericInterface = RouteGenericInterface>(
  options: Typed<Route>,
): RouteOptions {
  return {
    ...options,
    schema: { querystring: NO_PARAMETERS, ...options.schema },
    config: { json: true, ...options.config },
  } as unknown as RouteOptions;
}
