/** The change sets made on this page, oldest first. Ctrl Z undoes them one by one. */
const MAX_REMEMBERED = 50;
const ids: string[] = [];

export function rememberChange(id: string | null): void {
  if (id === null) return;
  ids.push(id);
  if (ids.length > MAX_REMEMBERED) ids.shift();
}

/** Removes and returns the last one. */
export function takeLastChange(): string | undefined {
  return ids.pop();
}

export function forgetChange(id: string): void {
  const place = ids.lastIndexOf(id);
  if (place !== -1) ids.splice(place, 1);
}
