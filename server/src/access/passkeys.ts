import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { ATTEMPT_MS, type Transport, userHandleOf } from '../domain/passkeys/passkey.ts';
import type { RelyingParty } from '../domain/passkeys/relying-party.ts';

/** EdDSA, ES256 and RS256 of COSE: every authenticator supports one of them. */
const ALGORITHMS = [-8, -7, -257];
/** An RSA key of 8,192 bits fits; an elliptic-curve key has 77 bytes. */
const MAX_PUBLIC_KEY_BYTES = 1100;

/** Loaded on demand: it takes 28 MB and about 0.4 s of processor time, and many services never use passkeys. */
const load = () => import('@simplewebauthn/server');

/** The response of the authenticator proves nothing. The reason is for logs and tests. */
export class PasskeyError extends Error {}

interface NewCredential {
  credential_id: Buffer;
  public_key: Buffer;
  counter: number;
  backed_up: boolean;
}

interface Owner {
  id: string;
  email: string;
  name: string;
  /** Their existing passkeys, so that no authenticator is registered twice. */
  credentials: readonly { credential_id: Buffer; transports: readonly Transport[] }[];
}

export async function registrationOptions(
  { id: rpID }: RelyingParty,
  owner: Owner,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await load();
  return generateRegistrationOptions({
    rpName: 'Quaestor',
    rpID,
    userID: userHandleOf(owner.id),
    userName: owner.email,
    userDisplayName: owner.name,
    timeout: ATTEMPT_MS,
    attestationType: 'none',
    excludeCredentials: owner.credentials.map(({ credential_id, transports }) => ({
      id: credential_id.toString('base64url'),
      transports: [...transports],
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

export async function signInOptions({ id: rpID }: RelyingParty): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await load();
  return generateAuthenticationOptions({ rpID, userVerification: 'required', timeout: ATTEMPT_MS });
}

export async function verifyRegistration(
  { id, origin }: RelyingParty,
  challenge: string,
  response: RegistrationResponseJSON,
): Promise<NewCredential> {
  await rejectCertificates(response);
  rejectFrames(response.response.clientDataJSON);
  const { verifyRegistrationResponse } = await load();
  const { registrationInfo } = await orPasskeyError(
    verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (registrationInfo === undefined) throw new PasskeyError('the attestation is invalid');
  const { credential, credentialBackedUp } = registrationInfo;
  if (credential.publicKey.length > MAX_PUBLIC_KEY_BYTES) throw new PasskeyError('the public key is too long');
  return {
    credential_id: Buffer.from(credential.id, 'base64url'),
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    backed_up: credentialBackedUp,
  };
}

/**
 * Returns the counter signed by the authenticator, and whether the passkey is backed up now. The caller checks whether
 * the counter has increased, after the signature was verified: before that, anybody could have made it up.
 */
export async function verifySignIn(
  { id, origin }: RelyingParty,
  challenge: string,
  response: AuthenticationResponseJSON,
  public_key: Buffer,
): Promise<{ counter: number; backed_up: boolean }> {
  rejectFrames(response.response.clientDataJSON);
  const { verifyAuthenticationResponse } = await load();
  const { verified, authenticationInfo } = await orPasskeyError(
    verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: { id: response.id, publicKey: new Uint8Array(public_key), counter: 0 },
    }),
  );
  if (!verified) throw new PasskeyError('the signature is invalid');
  return { counter: authenticationInfo.newCounter, backed_up: authenticationInfo.credentialBackedUp };
}

/**
 * We request no attestation, so that nobody has to reveal their device. An attestation with certificates would make the
 * library download revocation lists from URLs in them.
 */
async function rejectCertificates({ response: { attestationObject } }: RegistrationResponseJSON): Promise<void> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const checkFormat = async () => {
    const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
    const format = attestation.get('fmt');
    return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
  };
  const isPlain = await orPasskeyError(checkFormat());
  if (!isPlain) throw new PasskeyError('the attestation is of a kind that was not requested');
}

/** A page of another origin that embeds ours in a frame could ask for a passkey without showing for which site. */
function rejectFrames(clientDataJSON: string): void {
  try {
    const { crossOrigin } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    if (crossOrigin === undefined || crossOrigin === false) return;
  } catch {
    throw new PasskeyError('the client data are not JSON');
  }
  throw new PasskeyError('the response comes from a frame in a page of another origin');
}

/** The library rejects with plain errors; any failure inside it is caused by its input. */
async function orPasskeyError<Result>(attempt: Promise<Result>): Promise<Result> {
  return attempt.catch((cause: unknown) => {
    throw new PasskeyError(String(cause).slice(0, 500), { cause });
  });
}
