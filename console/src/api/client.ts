import { Quaestor } from '../../../client/src/index.ts';

/**
 * The service that served this page, with the cookie of the session. Nothing is kept by the browser: pages have the same
 * addresses as the replies, and Back would show JSON out of its cache.
 */
export const quaestor = new Quaestor({
  baseUrl: location.origin,
  maxRetries: 1,
  timeoutMs: 30_000,
  fetch: (input, init) => fetch(input, { ...init, cache: 'no-store', credentials: 'same-origin' }),
});
