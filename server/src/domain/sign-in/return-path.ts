const MAX_LENGTH = 1000;
const PLACE = 'https://here.invalid';

/**
 * A path of ours to redirect to after signing in, as browsers read it; undefined for anything that leads elsewhere.
 * Browsers treat `\` as `/`, drop TAB and line breaks, and `//host` is another host.
 */
export function readReturnPath(text: string): string | undefined {
  if (text.length > MAX_LENGTH || !/^\/(?![/\\])[\x21-\x7e]*$/u.test(text) || text.includes('\\')) return undefined;
  const url = URL.parse(text, PLACE);
  if (url === null || url.origin !== PLACE) return undefined;
  const path = `${url.pathname}${url.search}${url.hash}`;
  return path.startsWith('//') ? undefined : path; // `/.//host` is the path `//host`
}
