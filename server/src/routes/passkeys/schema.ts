import { type Static, Type } from 'typebox';
import {
  MAX_CREDENTIAL_ID_LENGTH,
  MAX_PASSKEY_NAME_LENGTH,
  MAX_PASSKEYS,
  TRANSPORTS,
  type Transport,
} from '../../domain/passkeys/passkey.ts';
import { isUuid } from '../../domain/uuid.ts';
import { AppError } from '../../errors.ts';
import { time, timeOrNull } from '../shared/credential-schema.ts';
import { examplePage } from '../shared/shared-schemas.ts';

/** Members that browsers may add later are accepted and ignored. */
const extensible = { additionalProperties: true, maxProperties: 20 };
const MAX_BINARY_LENGTH = 32 * 1024;

const binary = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' });
const credentialId = binary(MAX_CREDENTIAL_ID_LENGTH);
const credentialType = Type.Unsafe<'public-key'>({ type: 'string', enum: ['public-key'] });
const transport = Type.Unsafe<Transport>({ type: 'string', enum: [...TRANSPORTS] });
const anything = Type.Optional(Type.Unsafe<object>({ type: 'object', ...extensible }));

/** An id in base64url that belongs to nobody. */
const EXAMPLE_ID = 'ZXhhbXBsZS1jcmVkZW50aWFs';
const EXAMPLE_CHALLENGE = 'ZXhhbXBsZS1jaGFsbGVuZ2UtZXhhbXBsZS1jaGFsbGVuZ2U';
const EXAMPLE_HANDLE = 'AZ2KM6bwcACAAAAAAAAAkQ';

const Registration = Type.Object(
  {
    id: credentialId,
    rawId: credentialId,
    type: credentialType,
    response: Type.Object(
      {
        clientDataJSON: binary(MAX_BINARY_LENGTH),
        attestationObject: binary(MAX_BINARY_LENGTH),
        transports: Type.Optional(Type.Array(Type.String({ maxLength: 50 }), { maxItems: 10 })),
      },
      extensible,
    ),
    clientExtensionResults: anything,
  },
  { ...extensible, description: 'PublicKeyCredential.toJSON() of navigator.credentials.create()' },
);

const name = Type.String({
  minLength: 1,
  maxLength: MAX_PASSKEY_NAME_LENGTH,
  description: 'A name that its owner recognises, such as that of the device',
});

export const PasskeyRequest = Type.Object(
  { name, credential: Registration },
  {
    $id: 'PasskeyRequest',
    additionalProperties: false,
    examples: [
      {
        name: 'Laptop',
        credential: {
          id: EXAMPLE_ID,
          rawId: EXAMPLE_ID,
          type: 'public-key',
          response: { clientDataJSON: 'e30', attestationObject: 'oA', transports: ['internal'] },
          clientExtensionResults: {},
        },
      },
    ],
  },
);
export type PasskeyRequest = Static<typeof PasskeyRequest>;

export const PasskeySignIn = Type.Object(
  {
    id: credentialId,
    rawId: credentialId,
    type: credentialType,
    response: Type.Object(
      {
        clientDataJSON: binary(MAX_BINARY_LENGTH),
        authenticatorData: binary(MAX_BINARY_LENGTH),
        signature: binary(MAX_BINARY_LENGTH),
        userHandle: binary(100),
      },
      extensible,
    ),
    clientExtensionResults: anything,
  },
  {
    $id: 'PasskeySignIn',
    ...extensible,
    description: 'PublicKeyCredential.toJSON() of navigator.credentials.get()',
    examples: [
      {
        id: EXAMPLE_ID,
        rawId: EXAMPLE_ID,
        type: 'public-key',
        response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA', userHandle: EXAMPLE_HANDLE },
        clientExtensionResults: {},
      },
    ],
  },
);
export type PasskeySignIn = Static<typeof PasskeySignIn>;

const examplePasskey = {
  id: '019d8a33-a6f0-7000-8000-000000000095',
  name: 'Laptop',
  transports: ['internal'],
  backed_up: false,
  created_at: '2026-11-17T10:40:00.000Z',
  last_used_at: null,
};

const Passkey = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    name,
    transports: Type.Array(transport, { description: 'How the authenticator can be reached' }),
    backed_up: Type.Boolean({
      description: 'Whether the authenticator keeps copies, as phones do, so that losing the device does no harm',
    }),
    created_at: time,
    last_used_at: timeOrNull,
  },
  { $id: 'Passkey', additionalProperties: false, examples: [examplePasskey] },
);

const PasskeyList = Type.Object(
  {
    data: Type.Array(Type.Unsafe<object>({ $ref: 'Passkey#' }), { description: `At most ${MAX_PASSKEYS}` }),
    pagination: Type.Unsafe<object>({ $ref: 'Pagination#' }),
  },
  {
    $id: 'PasskeyList',
    additionalProperties: false,
    examples: [{ data: [examplePasskey], pagination: examplePage({ limit: 1, total: 1 }) }],
  },
);

/** The options in WebAuthn's form, which browsers accept unchanged. */
const webauthn = { additionalProperties: true };

const PasskeyCreationOptions = Type.Object(
  {
    challenge: Type.String(),
    rp: Type.Object({ id: Type.String(), name: Type.String() }, webauthn),
    user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }, webauthn),
    pubKeyCredParams: Type.Array(Type.Object({ alg: Type.Integer(), type: Type.String() }, webauthn)),
    timeout: Type.Integer({ description: 'In milliseconds' }),
    excludeCredentials: Type.Array(Type.Object({ id: Type.String() }, webauthn)),
  },
  {
    $id: 'PasskeyCreationOptions',
    ...webauthn,
    description: 'For PublicKeyCredential.parseCreationOptionsFromJSON()',
    examples: [
      {
        challenge: EXAMPLE_CHALLENGE,
        rp: { id: 'localhost', name: 'Quaestor' },
        user: { id: EXAMPLE_HANDLE, name: 'ada@example.com', displayName: 'Ada' },
        pubKeyCredParams: [{ alg: -8, type: 'public-key' }],
        timeout: 300_000,
        excludeCredentials: [],
        attestation: 'none',
        authenticatorSelection: { residentKey: 'required', userVerification: 'required', requireResidentKey: true },
      },
    ],
  },
);

const PasskeyRequestOptions = Type.Object(
  {
    challenge: Type.String(),
    rpId: Type.String(),
    timeout: Type.Integer({ description: 'In milliseconds' }),
    userVerification: Type.String(),
  },
  {
    $id: 'PasskeyRequestOptions',
    ...webauthn,
    description: 'For PublicKeyCredential.parseRequestOptionsFromJSON()',
    examples: [{ challenge: EXAMPLE_CHALLENGE, rpId: 'localhost', timeout: 300_000, userVerification: 'required' }],
  },
);

export const passkeyPath = Type.Object({ id: Type.String({ description: 'Id of the passkey' }) });

export function passkeyNotFound(id: string): AppError {
  return new AppError('passkey_not_found', { detail: `You have no passkey with the id "${id.slice(0, 100)}".` });
}

export function passkeyId({ id }: { id: string }): string {
  if (!isUuid(id)) throw passkeyNotFound(id);
  return id;
}

export const passkeySchemas = [
  PasskeyRequest,
  PasskeySignIn,
  Passkey,
  PasskeyList,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
];
