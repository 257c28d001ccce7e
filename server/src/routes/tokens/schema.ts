import { type Static, Type } from 'typebox';
import { SCOPES } from '../../domain/tokens/scope.ts';
import { isUuid } from '../../domain/uuid.ts';
import { AppError } from '../../errors.ts';
import { name, scopes, time, timeOrNull } from '../shared/credential-schema.ts';
import { deletedSchema } from '../shared/deleted.ts';
import { examplePage } from '../shared/shared-schemas.ts';

const exampleRequest = { name: 'quiz app', scopes: ['questions:play'] };

export const TokenRequest = Type.Object(
  {
    name,
    scopes,
    expires_at: Type.Optional(
      Type.Unsafe<string>({ ...time, description: 'At most a year from now; by default 90 days' }),
    ),
  },
  { $id: 'TokenRequest', additionalProperties: false, examples: [exampleRequest] },
);
export type TokenRequest = Static<typeof TokenRequest>;

const fields = {
  id: Type.String({ format: 'uuid' }),
  kind: Type.String({
    enum: ['operator', 'api_key'],
    description: '`operator` for the token of the first start and that of BOOTSTRAP_TOKEN',
  }),
  name,
  scopes,
  created_by: Type.String({ description: 'The principal who made it' }),
  created_at: time,
  expires_at: timeOrNull,
  last_used_at: Type.Unsafe<string | null>({ ...timeOrNull, description: 'To the minute' }),
  revoked_at: timeOrNull,
  version: Type.Integer({ description: '1, and 1 more with each rotation' }),
};

const exampleToken = {
  id: '019d8a33-a6f0-7000-8000-000000000030',
  kind: 'api_key',
  ...exampleRequest,
  created_by: 'operator',
  created_at: '2026-11-17T10:30:00.000Z',
  expires_at: '2027-02-15T10:30:00.000Z',
  last_used_at: null,
  revoked_at: null,
  version: 1,
};
/** It has the form of a key, but not its checksum. */
const exampleNewToken = { ...exampleToken, token: 'qst_EXAMPLE00000000000000000000000000000' };
export const exampleRotatedToken = {
  ...exampleNewToken,
  version: 2,
  token: 'qst_EXAMPLE00000000000000000000000000001',
};

const Token = Type.Object(fields, { $id: 'Token', additionalProperties: false, examples: [exampleToken] });

const NewToken = Type.Object(
  { ...fields, token: Type.String({ description: 'The secret, shown only once' }) },
  { $id: 'NewToken', additionalProperties: false, examples: [exampleNewToken] },
);

const TokenList = Type.Object(
  {
    data: Type.Array(Type.Unsafe<object>({ $ref: 'Token#' })),
    pagination: Type.Unsafe<object>({ $ref: 'Pagination#' }),
  },
  {
    $id: 'TokenList',
    additionalProperties: false,
    examples: [{ data: [exampleToken], pagination: examplePage({ total: 1 }) }],
  },
);

const RevokedToken = deletedSchema(
  'RevokedToken',
  { id: fields.id, revoked: Type.Boolean(), revoked_at: time },
  { id: exampleToken.id, revoked: true, revoked_at: '2026-11-17T10:40:00.000Z' },
);

const CurrentToken = Type.Object(
  {
    principal: Type.String({ description: 'The name that the caller writes, owns and is rate-limited under' }),
    kind: Type.String({ enum: ['operator', 'api_key', 'oauth_client', 'outside_client', 'person'] }),
    name: Type.String(),
    scopes: Type.Array(Type.String()),
    token_id: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'The id of the API key; null for an access token',
    }),
    expires_at: timeOrNull,
  },
  {
    $id: 'CurrentToken',
    additionalProperties: false,
    examples: [
      {
        principal: 'operator',
        kind: 'operator',
        name: 'configured',
        scopes: SCOPES,
        token_id: '00000000-0000-7000-8000-000000000002',
        expires_at: null,
      },
    ],
  },
);

export const tokenPath = Type.Object({ id: Type.String({ description: 'Id of the API key' }) });
export const tokenSchemas = [TokenRequest, Token, NewToken, TokenList, RevokedToken, CurrentToken];

export function tokenId(params: { id: string }): string {
  if (!isUuid(params.id)) throw tokenNotFound(params.id);
  return params.id.toLowerCase();
}

export function tokenNotFound(id: string): AppError {
  return new AppError('token_not_found', { detail: `You manage no token with the id "${id.slice(0, 100)}".` });
}
