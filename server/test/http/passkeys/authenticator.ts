import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** Mistakes in a response that is otherwise valid. */
export interface Mistake {
  origin?: string;
  crossOrigin?: boolean;
  challenge?: string;
  rpId?: string;
  isVerified?: boolean;
  counter?: number;
  userHandle?: string;
  attestation?: { fmt: string; attStmt: Map<string, unknown> };
}

interface CreationOptions {
  challenge: string;
  rp: { id: string };
  user: { id: string };
}

interface RequestOptions {
  challenge: string;
  rpId: string;
}

const [PRESENT, VERIFIED, ATTESTED] = [0x01, 0x04, 0x40];
const ORIGIN = 'http://localhost';

/** A software authenticator with one passkey, which can send responses that a browser's virtual one cannot. */
export class Authenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly id = randomBytes(32).toString('base64url');
  #userHandle = '';
  #counter = 0;

  /** Returns what navigator.credentials.create() would return. */
  create(options: CreationOptions, mistake: Mistake = {}) {
    this.#userHandle = options.user.id;
    const { fmt, attStmt } = mistake.attestation ?? { fmt: 'none', attStmt: new Map() };
    const authData = this.#authenticatorData(mistake.rpId ?? options.rp.id, mistake, this.#attested());
    const attestation = new Map<string, unknown>([
      ['fmt', fmt],
      ['attStmt', attStmt],
      ['authData', new Uint8Array(authData)],
    ]);
    return {
      ...this.#named(),
      response: {
        clientDataJSON: clientData('webauthn.create', options.challenge, mistake),
        attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
        transports: ['internal', 'of-tomorrow'],
      },
    };
  }

  /** Returns what navigator.credentials.get() would return. */
  get({ challenge, rpId }: RequestOptions, mistake: Mistake = {}) {
    this.#counter += 1;
    const authData = this.#authenticatorData(mistake.rpId ?? rpId, mistake);
    const clientDataJSON = clientData('webauthn.get', challenge, mistake);
    const clientHash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest();
    const signature = sign('sha256', Buffer.concat([authData, clientHash]), this.#keys.privateKey);
    return {
      ...this.#named(),
      response: {
        clientDataJSON,
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: mistake.userHandle ?? this.#userHandle,
      },
    };
  }

  #named() {
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      authenticatorAttachment: 'platform',
    };
  }

  #authenticatorData(rpId: string, { isVerified = true, counter = this.#counter }: Mistake, attested?: Buffer): Buffer {
    const flags = PRESENT | (isVerified ? VERIFIED : 0) | (attested === undefined ? 0 : ATTESTED);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const rpHash = createHash('sha256').update(rpId).digest();
    return Buffer.concat([rpHash, Buffer.from([flags]), count, attested ?? Buffer.alloc(0)]);
  }

  #attested(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const coseKey = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]);
    const id = Buffer.from(this.id, 'base64url');
    return Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, isoCBOR.encode(coseKey as never)]);
  }
}

function clientData(type: string, challenge: string, mistake: Mistake): string {
  const { origin = ORIGIN, crossOrigin = false } = mistake;
  const said = { type, challenge: mistake.challenge ?? challenge, origin, crossOrigin };
  return Buffer.from(JSON.stringify(said)).toString('base64url');
}
