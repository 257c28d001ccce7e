import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const MARK = 'sealed:';
const [SALT_BYTES, NONCE_BYTES, TAG_BYTES] = [16, 12, 16];

type Purpose = 'answer of an idempotent request' | 'secret of a webhook' | 'attempt to sign in';
const REPLY: Purpose = 'answer of an idempotent request';

/** A text that can only be read with `key` (AES-256-GCM under a key derived by HKDF). */
export function seal(text: string, key: string, purpose: Purpose = REPLY): string {
  const [salt, nonce] = [randomBytes(SALT_BYTES), randomBytes(NONCE_BYTES)];
  const cipher = createCipheriv('aes-256-gcm', derive(key, salt, purpose), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return MARK + Buffer.concat([salt, nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

export function isSealed(text: string): boolean {
  return text.startsWith(MARK);
}

/** Undefined if the key is wrong or the text was not sealed. */
export function unseal(sealed: string, key: string, purpose: Purpose = REPLY): string | undefined {
  const bytes = Buffer.from(sealed.slice(MARK.length), 'base64');
  if (bytes.length < SALT_BYTES + NONCE_BYTES + TAG_BYTES) return undefined; // a shorter tag would be easier to guess
  const salt = bytes.subarray(0, SALT_BYTES);
  const nonce = bytes.subarray(SALT_BYTES, SALT_BYTES + NONCE_BYTES);
  const tag = bytes.subarray(SALT_BYTES + NONCE_BYTES, SALT_BYTES + NONCE_BYTES + TAG_BYTES);
  const cipher = createDecipheriv('aes-256-gcm', derive(key, salt, purpose), nonce).setAuthTag(tag);
  try {
    const text = [cipher.update(bytes.subarray(SALT_BYTES + NONCE_BYTES + TAG_BYTES)), cipher.final()];
    return Buffer.concat(text).toString('utf8');
  } catch {
    return undefined;
  }
}

function derive(key: string, salt: Buffer, purpose: Purpose): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, `quaestor: ${purpose}`, 32));
}
