import { setNonce } from 'get-nonce';

/** The nonce of this page. Browsers hide the value of the attribute, so it is read from the property. */
export function readNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}

/** The library that locks scrolling behind a drawer adds its own styles, and gets the nonce in its own way. */
export function giveNonce(): void {
  setNonce(readNonce());
}
