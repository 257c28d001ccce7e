import type { HTTPMethods } from 'fastify';
import type { Scope } from '../../src/domain/tokens/scope.ts';
import { openApiFile } from '../http/openapi-file.ts';

export const UNKNOWN_ID = '01a1dcb4-4c4a-75f8-b904-7e31f36f1181';

export interface ExampleRequest {
  id: string;
  method: HTTPMethods;
  url: string;
  payload: object | undefined;
  /** Whether everybody may call it. */
  open: boolean;
  /** Any of these scopes is enough; if empty for a guarded operation, any token is. */
  anyOf: Scope[];
  /** Whether it is for people who are signed in, and rejects tokens. */
  peopleOnly: boolean;
  /** Whether it is never rejected for lack of points. */
  free: boolean;
}

/** A request to every operation of openapi.json, well-formed enough to reach access control. */
export function exampleRequests(): ExampleRequest[] {
  return Object.entries(openApiFile.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, security = [], responses }]) => ({
      id: operationId,
      method: method.toUpperCase(),
      url: path.replace('{code}', 'rate_limited').replace('{id}', UNKNOWN_ID).replace('{plot}', 'overview.svg'),
      payload: ['post', 'put', 'patch'].includes(method) ? {} : undefined,
      open: security.length === 0,
      anyOf: security.flatMap(({ bearer = [] }) => bearer) as Scope[],
      peopleOnly: security.length > 0 && security.every(({ bearer }) => bearer === undefined),
      free: !('429' in responses),
    })),
  );
}
