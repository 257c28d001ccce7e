/**
 * The path to return to after signing in. It must not lead to another origin, and the router does not check the
 * address.
 */
export function ownPath(given: unknown): string | undefined {
  if (typeof given !== 'string' || !given.startsWith('/')) return undefined;
  const { origin, pathname, search } = new URL(given, location.origin);
  return origin === location.origin ? pathname + search : undefined;
}
