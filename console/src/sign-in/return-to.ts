/** Where to go on after signing in: a path here, and no other origin in disguise. The router hands on whatever the address has. */
export function ownPath(given: unknown): string | undefined {
  if (typeof given !== 'string' || !given.startsWith('/')) return undefined;
  const { origin, pathname, search } = new URL(given, location.origin);
  return origin === location.origin ? pathname + search : undefined;
}
