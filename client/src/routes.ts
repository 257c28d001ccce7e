import type { paths } from './api.gen.ts';

type Method = 'get' | 'put' | 'post' | 'patch' | 'delete';

/** Every operation, as "GET /questions/{id}". */
export type Route = {
  [Path in keyof paths]: {
    [Name in Method]: [paths[Path][Name]] extends [undefined] ? never : `${Uppercase<Name>} ${Path}`;
  }[Method];
}[keyof paths];

type OperationOf<Named extends Route> = Named extends `${infer Name} ${infer Path}`
  ? Path extends keyof paths
    ? paths[Path][Lowercase<Name> & Method]
    : never
  : never;

/** The query parameters. Where a list is expected, a single value is accepted as well. */
export type Query<Named extends Route> =
  OperationOf<Named> extends { parameters: { query?: infer Given } } ? OneOrMore<NonNullable<Given>> : never;

type OneOrMore<Given> = {
  [Name in keyof Given]: Given[Name] extends readonly (infer Item)[] | undefined ? Item | Given[Name] : Given[Name];
};

/** The JSON body of the request. */
export type Body<Named extends Route> =
  OperationOf<Named> extends { requestBody?: { content: { 'application/json': infer Given } } } ? Given : never;

type Success = 200 | 201 | 202 | 207;

/** The JSON body of the reply. */
export type Result<Named extends Route> =
  OperationOf<Named> extends { responses: infer Responses }
    ? {
        [Status in keyof Responses & Success]: Responses[Status] extends {
          content: { 'application/json': infer Given };
        }
          ? Given
          : undefined;
      }[keyof Responses & Success]
    : never;

/** An element of a list. */
export type ItemOf<Named extends Route> = Result<Named> extends { data: readonly (infer Item)[] } ? Item : never;
