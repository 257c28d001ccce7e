export const MAX_PASSKEYS = 20;
export const MAX_PASSKEY_NAME_LENGTH = 100;
/** The WebAuthn limit of 1,023 bytes, in base64url. */
export const MAX_CREDENTIAL_ID_LENGTH = 1364;
/** How long an attempt to sign in, or to register a passkey, is valid. */
export const ATTEMPT_MS = 5 * 60_000;

export const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
export type Transport = (typeof TRANSPORTS)[number];

/** A passkey as its owner sees it. */
export interface Passkey {
  id: string;
  name: string;
  transports: readonly Transport[];
  /** Whether copies of it are kept, such as those of a phone in the account of its manufacturer. */
  backed_up: boolean;
  created_at: Date;
  last_used_at: Date | null;
}

/** The id of a person as authenticators store it (`user.id` of WebAuthn). */
export function userHandleOf(personId: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(personId.replaceAll('-', ''), 'hex'));
}

/** Undefined if it is not an id. */
export function personIdOf(userHandle: string): string | undefined {
  const hex = Buffer.from(userHandle, 'base64url').toString('hex');
  return /^[\da-f]{32}$/u.test(hex) ? hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, '$1-$2-$3-$4-$5') : undefined;
}
