import { type Static, Type } from 'typebox';
import { isUuid } from '../../domain/uuid.ts';
import { AppError } from '../../errors.ts';
import { name, scopes, time, timeOrNull } from '../shared/credential-schema.ts';
import { deletedSchema } from '../shared/deleted.ts';
import { examplePage } from '../shared/shared-schemas.ts';

const exampleRequest = { name: 'importer', scopes: ['questions:read', 'questions:write'] };

export const ClientRequest = Type.Object(
  { name, scopes },
  { $id: 'ClientRequest', additionalProperties: false, examples: [exampleRequest] },
);
export type ClientRequest = Static<typeof ClientRequest>;

const fields = {
  id: Type.String({ format: 'uuid' }),
  client_id: Type.String({ format: 'uuid', description: 'The same as `id`, by the name that OAuth gives it' }),
  name,
  scopes,
  created_by: Type.String({ description: 'The principal who made it' }),
  created_at: time,
  last_used_at: Type.Unsafe<string | null>({ ...timeOrNull, description: 'To the minute' }),
};

const id = '019d8a33-a6f0-7000-8000-000000000040';
const exampleClient = {
  id,
  client_id: id,
  ...exampleRequest,
  created_by: 'operator',
  created_at: '2026-11-17T10:50:00.000Z',
  last_used_at: null,
};
/** It has the form of a secret, but not its checksum. */
export const exampleLogin = {
  client_id: exampleClient.client_id,
  client_secret: 'qcs_EXAMPLE00000000000000000000000000000',
};
const exampleNewClient = { ...exampleClient, ...exampleLogin };
export const exampleRotatedClient = {
  ...exampleNewClient,
  client_secret: 'qcs_EXAMPLE00000000000000000000000000001',
};

const Client = Type.Object(fields, { $id: 'Client', additionalProperties: false, examples: [exampleClient] });

const NewClient = Type.Object(
  { ...fields, client_secret: Type.String({ description: 'Shown only once' }) },
  { $id: 'NewClient', additionalProperties: false, examples: [exampleNewClient] },
);

const DeletedClient = deletedSchema(
  'DeletedClient',
  { id: fields.id, client_id: fields.client_id },
  { id: exampleClient.id, client_id: exampleClient.client_id },
);

const ClientList = Type.Object(
  {
    data: Type.Array(Type.Unsafe<object>({ $ref: 'Client#' })),
    pagination: Type.Unsafe<object>({ $ref: 'Pagination#' }),
  },
  {
    $id: 'ClientList',
    additionalProperties: false,
    examples: [{ data: [exampleClient], pagination: examplePage({ total: 1 }) }],
  },
);

export const clientPath = Type.Object({ id: Type.String({ description: 'Id of the client' }) });
export const clientSchemas = [ClientRequest, Client, NewClient, ClientList, DeletedClient];

export function clientId(params: { id: string }): string {
  if (!isUuid(params.id)) throw clientNotFound(params.id);
  return params.id.toLowerCase();
}

export function clientNotFound(id: string): AppError {
  return new AppError('client_not_found', { detail: `You manage no client with the id "${id.slice(0, 100)}".` });
}
