/** Stands for what was no text. Control characters are rejected, so that the service names the line and the column. */
export const SUBSTITUTE = '\u001a';

const REPLACEMENT = '\ufffd';

export interface Decoded {
  text: string;
  /** Places that were no UTF-8: the text is not what the file says there. */
  damaged: number;
}

/**
 * The text of a file in UTF-8, with marks where a few bytes are none. Undefined where it is in another encoding: there most letters
 * with accents are no UTF-8, here most are.
 */
export function decodeUtf8(bytes: Uint8Array): Decoded | undefined {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), damaged: 0 };
  } catch {
    if (bytes.includes(0)) return undefined;
  }
  const text = new TextDecoder('utf-8').decode(bytes);
  const damaged = text.split(REPLACEMENT).length - 1;
  const isUtf8 = (text.match(/[^\0-\u007f]/gu)?.length ?? 0) > 2 * damaged;
  return isUtf8 ? { text: text.replaceAll(REPLACEMENT, SUBSTITUTE), damaged } : undefined;
}

/** By the name that the service has found; undefined where the browser does not know it. */
export function decodeAs(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    return undefined;
  }
}
