import { type Static, Type } from 'typebox';
import type { Principal } from '../../domain/tokens/principal.ts';
import { isUuid } from '../../domain/uuid.ts';
import { AppError } from '../../errors.ts';
import type { Person as StoredPerson } from '../../store/people/people.ts';
import { time, timeOrNull } from '../shared/credential-schema.ts';
import { deletedSchema } from '../shared/deleted.ts';
import { examplePage } from '../shared/shared-schemas.ts';
import { personName as name, role } from '../sign-in/schema.ts';

const uuid = Type.String({ format: 'uuid' });
const EMAIL = 'Unique among people, ignoring case. Nothing is sent to it';
const email = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  minLength: 3,
  maxLength: 254,
  pattern: '^[^@\\s]+@[^@\\s]+$',
  description: EMAIL,
});
const textOrNull = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], description });

const exampleRequest = { name: 'Ada', email: 'ada@example.com', role: 'editor' };

export const PersonRequest = Type.Object(
  { name, email: Type.Optional(email), role },
  { $id: 'PersonRequest', additionalProperties: false, examples: [exampleRequest] },
);
export type PersonRequest = Static<typeof PersonRequest>;

export const PersonChange = Type.Object(
  { name: Type.Optional(name), email: Type.Optional(email), role: Type.Optional(role) },
  { $id: 'PersonChange', additionalProperties: false, examples: [{ role: 'analyst' }] },
);
export type PersonChange = Static<typeof PersonChange>;

const MANAGED = 'null for callers without `people:manage`';
const fields = {
  id: uuid,
  name,
  email: Type.Unsafe<string | null>({ ...email, description: `${EMAIL}; ${MANAGED}` }),
  role,
  created_by: textOrNull(`The principal who made it; ${MANAGED}`),
  created_at: time,
  updated_at: time,
  version: Type.Integer(),
  last_used_at: Type.Unsafe<string | null>({
    ...timeOrNull,
    description: `When a session was last used, to the minute; null for people who are not signed in, and ${MANAGED}`,
  }),
  link_expires_at: Type.Unsafe<string | null>({
    ...timeOrNull,
    description: `When an unused link expires; ${MANAGED}`,
  }),
  removed_at: timeOrNull,
};

const examplePerson = {
  id: '019d8a33-a6f0-7000-8000-000000000091',
  ...exampleRequest,
  created_by: 'operator',
  created_at: '2026-11-17T10:30:00.000Z',
  updated_at: '2026-11-17T10:30:00.000Z',
  version: 1,
  last_used_at: null,
  link_expires_at: '2026-11-18T10:30:00.000Z',
  removed_at: null,
};
export const exampleChanged = { ...examplePerson, role: 'analyst', version: 2, link_expires_at: null };
const exampleLink = 'https://quaestor.example/sign-in#qsl_EXAMPLE00000000000000000000000000000';

const Person = Type.Object(fields, { $id: 'Person', additionalProperties: false, examples: [examplePerson] });

const signInLink = Type.String({ description: 'Works once; shown only once. Hand it to the person yourself' });

const NewPerson = Type.Object(
  { ...fields, sign_in_link: signInLink },
  { $id: 'NewPerson', additionalProperties: false, examples: [{ ...examplePerson, sign_in_link: exampleLink }] },
);

const SignInLink = Type.Object(
  { person_id: uuid, sign_in_link: signInLink, expires_at: time },
  {
    $id: 'SignInLink',
    additionalProperties: false,
    examples: [{ person_id: examplePerson.id, sign_in_link: exampleLink, expires_at: examplePerson.link_expires_at }],
  },
);

const PersonList = Type.Object(
  {
    data: Type.Array(Type.Unsafe<object>({ $ref: 'Person#' })),
    pagination: Type.Unsafe<object>({ $ref: 'Pagination#' }),
  },
  {
    $id: 'PersonList',
    additionalProperties: false,
    examples: [{ data: [examplePerson], pagination: examplePage({ total: 1 }) }],
  },
);

const RemovedPerson = deletedSchema(
  'RemovedPerson',
  { id: uuid, removed: Type.Boolean(), removed_at: time },
  { id: examplePerson.id, removed: true, removed_at: '2026-11-17T10:40:00.000Z' },
);

const EndedSessions = Type.Object(
  { person_id: uuid, ended: Type.Integer({ description: 'How many sessions there were' }) },
  { $id: 'EndedSessions', additionalProperties: false, examples: [{ person_id: examplePerson.id, ended: 1 }] },
);

export const personPath = Type.Object({ id: Type.String({ description: 'Id of the person' }) });
export const peopleSchemas = [
  PersonRequest,
  PersonChange,
  Person,
  NewPerson,
  PersonList,
  RemovedPerson,
  SignInLink,
  EndedSessions,
];

export function personId(params: { id: string }): string {
  if (!isUuid(params.id)) throw personNotFound(params.id);
  return params.id.toLowerCase();
}

export function personNotFound(id: string): AppError {
  return new AppError('person_not_found', { detail: `There is no person with the id "${id.slice(0, 100)}".` });
}

/** Names and roles are visible to everybody who works on the bank; the rest to those who manage people. */
export function presentPerson({ scopes }: Principal, person: StoredPerson): StoredPerson | object {
  if (scopes.includes('people:manage')) return person;
  return { ...person, email: null, created_by: null, last_used_at: null, link_expires_at: null };
}
