/**
 * Whether an If-Match or If-None-Match header contains the tag. Strong comparison (If-Match) never matches weak tags;
 * weak comparison (If-None-Match) ignores the difference.
 */
export function matchesAny(header: string, etag: string, comparison: 'strong' | 'weak'): boolean {
  if (header.trim() === '*') return true;
  const tags: string[] = header.match(/(?:W\/)?"[^"]*"/gu) ?? [];
  if (comparison === 'strong') return !etag.startsWith('W/') && tags.includes(etag);
  return tags.some((tag) => opaque(tag) === opaque(etag));
}

function opaque(tag: string): string {
  return tag.replace(/^W\//u, '');
}
