import type { IncomingMessage } from 'node:http';

/** The address of the shell. Pages of the console share their paths with the API. */
export const SHELL_PATH = '/console/index.html';

/**
 * The pages that exist. The list is closed, because browsers navigate to `/questions/export`, too, which is a download.
 * `console/src/router.tsx` has the same list, and `e2e/console/serving.test.ts` opens each.
 */
const PAGES = new Set([
  ...['/', '/sign-in', '/questions', '/questions/new', '/questions/{id}', '/trash'],
  ...['/analyses', '/analyses/new', '/analyses/compare', '/analyses/{id}', '/analyses/{id}/questions/{id}'],
  ...['/analyses/{id}/pairs', '/analyses/{id}/pairs/{id}', '/import', '/imports', '/imports/{id}', '/activity'],
  '/comments',
  ...['/tokens', '/webhooks', '/webhooks/{id}', '/people', '/settings', '/settings/categories', '/categories'],
]);
const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gu;

/** Whether a person opens a page, rather than a program calling the API at the same path. Called for every request. */
export function asksForPage(request: IncomingMessage): boolean {
  if (!isNavigation(request)) return false;
  const { url = '' } = request;
  const end = url.indexOf('?');
  const path = (end === -1 ? url : url.slice(0, end)).toLowerCase().replace(ID, '{id}');
  return PAGES.has(path) || (path.endsWith('/') && PAGES.has(path.slice(0, -1)));
}

/** Whether a browser asks for something to show in its window. */
export function isNavigation({ method, headers }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  // Browsers send this header over TLS and to localhost, and leave it out otherwise.
  const wanted = headers['sec-fetch-dest'];
  return wanted === undefined ? headers.accept?.startsWith('text/html') === true : wanted === 'document';
}
