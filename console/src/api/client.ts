import { Quaestor } from '../../../client/src/index.ts';

/**
 * The service that served this page, with the session cookie. The browser must not cache replies: pages have the same
 * addresses as API replies, and Back would show JSON from the cache.
 */
export const quaestor = new Quaestor({
  baseUrl: location.origin,
  maxRetries: 1,
  timeoutMs: 30_000,
  fetch: (input, init) => fetch(input, { ...init, cache: 'no-store', credentials: 'same-origin' }),
});
