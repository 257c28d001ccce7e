/** The longest Cookie header that is searched: browsers send some 50 cookies of 4 KB at most, and ours has 45 characters. */
const MAX_SEARCHED = 16 * 1024;

/**
 * The value of a cookie (RFC 6265, 5.4). Empty where several of the name differ: another page of the same machine has set
 * one of them, and nobody can tell which.
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

/** For the whole of this host and no other, out of reach of scripts, and not sent with what pages of other sites load. */
export function formCookie(name: string, value: string, { isSecure, maxAgeSeconds }: CookieOptions): string {
  const secure = isSecure ? '; Secure' : '';
  return `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}
