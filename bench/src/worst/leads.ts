/**
 * Requests that one caller, sending sixteen at once, delayed others with in November 2026: others' median was 0.3 to
 * 1.1 s. One point each, so that they are sent as fast as the service accepts them.
 */
export const LEADS = [
  '/events?after=start&limit=1000',
  '/questions?offset=9000&limit=1000',
  '/questions?q=the&offset=9000&limit=1000',
  '/questions?sort=-updated_at&offset=9000&limit=1000',
].map((path) => ({ request: { method: 'GET', path, headers: {}, body: undefined }, points: 1 }));
