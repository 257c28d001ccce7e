import { type Static, Type } from 'typebox';
import { isUuid } from '../../domain/uuid.ts';
import { AppError } from '../../errors.ts';
import { name, scopes, time, timeOrNull } from '../credential-schema.ts';

export const ClientRequest = Type.Object({ name, scopes }, { $id: 'ClientRequest', additionalProperties: false });
export type ClientRequest = Static<typeof ClientRequest>;

const fields = {
  client_id: Type.String({ format: 'uuid' }),
  name,
  scopes,
  created_by: Type.String({ description: 'The principal who made it' }),
  created_at: time,
  last_used_at: Type.Unsafe<string | null>({ ...timeOrNull, description: 'To the minute' }),
};

export const Client = Type.Object(fields, { $id: 'Client', additionalProperties: false });

export const NewClient = Type.Object(
  { ...fields, client_secret: Type.String({ description: 'It is shown now and never again.' }) },
  { $id: 'NewClient', additionalProperties: false },
);

export const ClientList = Type.Object(
  {
    data: Type.Array(Type.Unsafe<object>({ $ref: 'Client#' })),
    pagination: Type.Unsafe<object>({ $ref: 'Pagination#' }),
  },
  { $id: 'ClientList', additionalProperties: false },
);

export const clientPath = Type.Object({ id: Type.String({ description: 'The client_id' }) });
export const clientSchemas = [ClientRequest, Client, NewClient, ClientList];

export function clientId(params: { id: string }): string {
  if (!isUuid(params.id)) throw clientNotFound(params.id);
  return params.id.toLowerCase();
}

export function clientNotFound(id: string): AppError {
  return new AppError('client_not_found', { detail: `You manage no client with the id "${id.slice(0, 100)}".` });
}
