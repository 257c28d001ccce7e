import { type Static, Type } from 'typebox';
import { isUuid } from '../../domain/uuid.ts';
import { AppError } from '../../errors.ts';
import { name, scopes, time, timeOrNull } from '../credential-schema.ts';

export const TokenRequest = Type.Object(
  {
    name,
    scopes,
    expires_at: Type.Optional(Type.Unsafe<string>({ ...time, description: 'Within a year; in 90 days unless given' })),
  },
  { $id: 'TokenRequest', additionalProperties: false },
);
export type TokenRequest = Static<typeof TokenRequest>;

const fields = {
  id: Type.String({ format: 'uuid' }),
  name,
  scopes,
  created_by: Type.String({ description: 'The principal who made it' }),
  created_at: time,
  expires_at: timeOrNull,
  last_used_at: Type.Unsafe<string | null>({ ...timeOrNull, description: 'To the minute' }),
  revoked_at: timeOrNull,
  version: Type.Integer({ description: '1, and 1 more with each rotation' }),
};

export const Token = Type.Object(fields, { $id: 'Token', additionalProperties: false });

export const NewToken = Type.Object(
  { ...fields, token: Type.String({ description: 'The secret. It is shown now and never again.' }) },
  { $id: 'NewToken', additionalProperties: false },
);

export const TokenList = Type.Object(
  {
    data: Type.Array(Type.Unsafe<object>({ $ref: 'Token#' })),
    pagination: Type.Unsafe<object>({ $ref: 'Pagination#' }),
  },
  { $id: 'TokenList', additionalProperties: false },
);

export const CurrentToken = Type.Object(
  {
    principal: Type.String({ description: 'The name under which the caller writes, owns and is counted' }),
    kind: Type.String({ enum: ['operator', 'api_key', 'oauth_client', 'outside_client'] }),
    name: Type.String(),
    scopes: Type.Array(Type.String()),
    token_id: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'Of an API key; null of an access token',
    }),
    expires_at: timeOrNull,
  },
  { $id: 'CurrentToken', additionalProperties: false },
);

export const tokenPath = Type.Object({ id: Type.String({ description: 'Id of the API key' }) });
export const tokenSchemas = [TokenRequest, Token, NewToken, TokenList, CurrentToken];

export function tokenId(params: { id: string }): string {
  if (!isUuid(params.id)) throw tokenNotFound(params.id);
  return params.id.toLowerCase();
}

export function tokenNotFound(id: string): AppError {
  return new AppError('token_not_found', { detail: `You manage no token with the id "${id.slice(0, 100)}".` });
}
