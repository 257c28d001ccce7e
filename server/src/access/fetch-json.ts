/**
 * A JSON document from a server whose content is trusted, but not its behaviour: bounded in time and bytes, and never
 * followed elsewhere.
 */
export async function fetchJson(url: string, limits: { timeoutMs: number; maxBytes: number }): Promise<unknown> {
  const signal = AbortSignal.timeout(limits.timeoutMs);
  const response = await fetch(url, { signal, redirect: 'error', headers: { accept: 'application/json' } });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`${url} replies with the status ${response.status}`);
  }
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > limits.maxBytes) throw new Error(`${url} replies with more than ${limits.maxBytes} bytes`);
    parts.push(part);
  }
  return JSON.parse(Buffer.concat(parts).toString('utf8'));
}
