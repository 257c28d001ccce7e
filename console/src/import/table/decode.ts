/** Replaces invalid bytes. The service rejects this control character and names the line and the column. */
export const SUBSTITUTE = '\u001a';

const REPLACEMENT = '\ufffd';

interface Decoded {
  text: string;
  /** The number of places with invalid UTF-8, where the text differs from the file. */
  damaged: number;
}

/**
 * Decodes a UTF-8 file and marks a few invalid bytes. Undefined if the file has another encoding, in which most
 * accented letters are invalid UTF-8; in a damaged UTF-8 file most are valid.
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

/** Decodes with the encoding that the service has detected. Undefined if the browser does not support it. */
export function decodeAs(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    return undefined;
  }
}
