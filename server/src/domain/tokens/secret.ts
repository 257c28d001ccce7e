import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** The purpose of a secret, by its prefix: an API key, an access token, an OAuth client, a session, a sign-in link. */
export const SECRET_PREFIXES = { key: 'qst_', access: 'qat_', client: 'qcs_', session: 'qss_', link: 'qsl_' } as const;
export type SecretKind = keyof typeof SECRET_PREFIXES;

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 30; // 178 bits
const CHECKSUM_LENGTH = 6;
/** A token chosen by an operator has no fixed form, but at least this many characters. */
export const MIN_CHOSEN_LENGTH = 32;
const SECRET = new RegExp(
  `q(?:st|at|cs|ss|sl)_[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}|whsec_[0-9A-Za-z+/]{32}`,
  'gu',
);

/**
 * `digit` returns a random number from 0 to 61. The checksum reveals typing errors, and lets tools recognise leaked
 * secrets.
 */
export function formSecret(kind: SecretKind, digit: () => number): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => BASE62[digit()]).join('');
  return `${SECRET_PREFIXES[kind]}${random}${checksum(random)}`;
}

function checksum(random: string): string {
  let rest = crc32(random);
  let digits = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    digits = `${BASE62[rest % BASE62.length]}${digits}`;
    rest = Math.floor(rest / BASE62.length);
  }
  return digits;
}

/** Whether a text has the form and the checksum of a secret of this kind; any other text was never issued. */
export function isSecret(kind: SecretKind, text: string): boolean {
  const prefix = SECRET_PREFIXES[kind];
  if (!text.startsWith(prefix) || text.length !== prefix.length + RANDOM_LENGTH + CHECKSUM_LENGTH) return false;
  const rest = text.slice(prefix.length);
  return checksum(rest.slice(0, RANDOM_LENGTH)) === rest.slice(RANDOM_LENGTH);
}

/**
 * Whether a text may be a token at all, without a lookup: an API key, an access token, or one chosen by an operator.
 */
export function mayBeToken(text: string): boolean {
  const looksOurs = Object.values(SECRET_PREFIXES).some((prefix) => text.startsWith(prefix));
  return looksOurs ? isSecret('key', text) || isSecret('access', text) : text.length >= MIN_CHOSEN_LENGTH;
}

/** Whether a token consists of three parts in base64url; such tokens come from the external issuer, if there is one. */
export function isJwt(token: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]+$/u.test(token);
}

/**
 * The only stored form of a secret. Header values arrive as Latin-1; a secret in another script arrives as its UTF-8
 * bytes.
 */
export function digestHeaderSecret(latin1: string): Buffer {
  return hash('sha256', Buffer.from(latin1, 'latin1'), 'buffer');
}

export function digestSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** A text that may be shown and logged: a misplaced secret must not be repeated. */
export function withoutSecrets(text: string): string {
  return text.replace(SECRET, (secret) => `${secret.slice(0, 4)}…`);
}
