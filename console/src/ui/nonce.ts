import { setNonce } from 'get-nonce';

/** The nonce of this page: browsers hide the attribute's text and give it by the property alone. */
export function readNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}

/** What locks scrolling behind a drawer adds its own styles, and asks for the nonce in its own way. */
export function giveNonce(): void {
  setNonce(readNonce());
}
