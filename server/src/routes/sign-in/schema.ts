import { type Static, Type } from 'typebox';
import { ROLE_SCOPES, ROLES, type Role } from '../../domain/people/role.ts';
import { SIGN_IN_WAYS, type SignInWay } from '../../domain/people/session.ts';
import { time } from '../shared/credential-schema.ts';
import { deletedSchema } from '../shared/deleted.ts';
import { examplePage } from '../shared/shared-schemas.ts';

const uuid = Type.String({ format: 'uuid' });
export const role = Type.Unsafe<Role>({ type: 'string', enum: [...ROLES], description: 'A set of scopes' });
export const personName = Type.String({ minLength: 1, maxLength: 100, description: 'The name that others see' });
const way = Type.Unsafe<SignInWay>({
  type: 'string',
  enum: [...SIGN_IN_WAYS],
  description: 'How the person signed in',
});
const MAX_LINK_LENGTH = 500;

export const SessionRequest = Type.Object(
  {
    link: Type.String({
      minLength: 1,
      maxLength: MAX_LINK_LENGTH,
      description: 'A link to sign in, or the part of it after `#`. It works once',
    }),
  },
  {
    $id: 'SessionRequest',
    additionalProperties: false,
    examples: [{ link: 'qsl_EXAMPLE00000000000000000000000000000' }],
  },
);
export type SessionRequest = Static<typeof SessionRequest>;

const SessionChange = Type.Object(
  { name: personName },
  { $id: 'SessionChange', additionalProperties: false, examples: [{ name: 'Ada' }] },
);
export type SessionChange = Static<typeof SessionChange>;

const SessionOptions = Type.Object(
  {
    link: Type.Boolean({ description: 'By a link that works once' }),
    passkey: Type.Boolean({ description: 'By a passkey' }),
    openid: Type.Unsafe<{ name: string } | null>({
      type: ['object', 'null'],
      properties: { name: { type: 'string', description: 'The name of the provider' } },
      required: ['name'],
      additionalProperties: false,
      description: 'By an account at a provider; null if none is set up',
    }),
  },
  {
    $id: 'SessionOptions',
    additionalProperties: false,
    examples: [{ link: true, passkey: true, openid: null }],
  },
);

const sessionFields = {
  id: uuid,
  way,
  user_agent: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'As the browser describes itself',
  }),
  created_at: Type.Unsafe<string>({ ...time, description: 'When the person signed in' }),
  last_used_at: Type.Unsafe<string>({ ...time, description: 'To the minute' }),
  expires_at: Type.Unsafe<string>({ ...time, description: 'When it ends, however much it is used' }),
  idle_expires_at: Type.Unsafe<string>({ ...time, description: 'When it ends unless it is used' }),
  current: Type.Boolean({ description: 'Whether it is the session of this request' }),
};

const exampleSession = {
  id: '019d8a33-a6f0-7000-8000-000000000090',
  way: 'link',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  created_at: '2026-11-17T10:30:00.000Z',
  last_used_at: '2026-11-17T10:30:00.000Z',
  expires_at: '2026-11-24T10:30:00.000Z',
  idle_expires_at: '2026-11-17T22:30:00.000Z',
  current: true,
};

const SignedIn = Type.Object(
  {
    id: uuid,
    name: Type.String(),
    email: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    role,
  },
  { additionalProperties: false },
);

const CurrentSession = Type.Object(
  {
    ...sessionFields,
    principal: Type.String({ description: 'The name that the person writes, owns and is rate-limited under' }),
    person: SignedIn,
    scopes: Type.Array(Type.String()),
    reauthenticate_after: Type.Unsafe<string>({
      ...time,
      description: 'After this time, changing people, API keys and OAuth clients requires signing in again',
    }),
  },
  {
    $id: 'CurrentSession',
    additionalProperties: false,
    examples: [
      {
        ...exampleSession,
        principal: 'person:019d8a33-a6f0-7000-8000-000000000091',
        person: {
          id: '019d8a33-a6f0-7000-8000-000000000091',
          name: 'Ada',
          email: 'ada@example.com',
          role: 'editor',
        },
        scopes: ROLE_SCOPES.editor,
        reauthenticate_after: '2026-11-17T10:45:00.000Z',
      },
    ],
  },
);

const EndedSession = deletedSchema(
  'EndedSession',
  { id: uuid, ended: Type.Boolean() },
  { id: exampleSession.id, ended: true },
);

const Session = Type.Object(sessionFields, {
  $id: 'Session',
  additionalProperties: false,
  examples: [exampleSession],
});

const SessionList = Type.Object(
  {
    data: Type.Array(Type.Unsafe<object>({ $ref: 'Session#' })),
    pagination: Type.Unsafe<object>({ $ref: 'Pagination#' }),
  },
  {
    $id: 'SessionList',
    additionalProperties: false,
    examples: [{ data: [exampleSession], pagination: examplePage({ total: 1 }) }],
  },
);

/** The sessions of another person. */
export const exampleOtherSessions = {
  data: [{ ...exampleSession, current: false }],
  pagination: examplePage({ total: 1 }),
};

export const sessionSchemas = [
  SessionRequest,
  SessionChange,
  SessionOptions,
  CurrentSession,
  EndedSession,
  Session,
  SessionList,
];
