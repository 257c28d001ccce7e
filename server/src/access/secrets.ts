import { randomInt } from 'node:crypto';
import { formSecret, type SecretKind } from '../domain/tokens/secret.ts';

export function newSecret(kind: SecretKind): string {
  return formSecret(kind, () => randomInt(62));
}
