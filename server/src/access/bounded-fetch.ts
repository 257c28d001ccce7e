export interface FetchLimits {
  timeoutMs: number;
  maxBytes: number;
}

/**
 * Fetches the complete response of a server whose behaviour is not trusted, with limits on time and bytes, and without
 * following redirects.
 */
export async function boundedFetch(
  url: string,
  { timeoutMs, maxBytes }: FetchLimits,
  options: RequestInit = {},
): Promise<{ status: number; headers: Headers; body: Buffer<ArrayBuffer> }> {
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, { ...options, signal, redirect: 'error' });
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > maxBytes) throw new Error(`The response of ${url} exceeds ${maxBytes} bytes`);
    parts.push(part);
  }
  return { status: response.status, headers: response.headers, body: Buffer.concat(parts) };
}
