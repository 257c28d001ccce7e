/**
 * The maximum length of a Cookie header that is searched: browsers send at most about 50 cookies of 4 KB, and ours has
 * 45 characters.
 */
const MAX_SEARCHED = 16 * 1024;

/**
 * The value of a cookie (RFC 6265, 5.4). Empty if several cookies of the name differ: another page on the same machine
 * has set one of them, and it is impossible to know which.
 */
export function readCookie(header: string, name: string): string | undefined {
  if (header.length > MAX_SEARCHED || !header.includes(name)) return undefined;
  const values = header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return new Set(values).size > 1 ? '' : values[0];
}

interface CookieOptions {
  isSecure: boolean;
  maxAgeSeconds: number;
}

/** Valid for all of this host only, hidden from scripts, and not sent with requests from pages of other sites. */
export function formCookie(name: string, value: string, { isSecure, maxAgeSeconds }: CookieOptions): string {
  const secure = isSecure ? '; Secure' : '';
  return `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}
