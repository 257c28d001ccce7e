import { boundedFetch, type FetchLimits } from './bounded-fetch.ts';

/** Fetches a JSON document from a server whose content is trusted, but not its behaviour. */
export async function fetchJson(url: string, limits: FetchLimits): Promise<unknown> {
  const { status, body } = await boundedFetch(url, limits, { headers: { accept: 'application/json' } });
  if (status !== 200) throw new Error(`${url} responded with status ${status}`);
  return JSON.parse(body.toString('utf8'));
}
