/** The change sets that were made on this page, the last at the end: what Ctrl Z takes back, one by one. */
const MAX_REMEMBERED = 50;
const ids: string[] = [];

export function rememberChange(id: string | null): void {
  if (id === null) return;
  ids.push(id);
  if (ids.length > MAX_REMEMBERED) ids.shift();
}

/** The last one, which is no longer there to be taken back again. */
export function takeLastChange(): string | undefined {
  return ids.pop();
}

export function forgetChange(id: string): void {
  const place = ids.lastIndexOf(id);
  if (place !== -1) ids.splice(place, 1);
}
