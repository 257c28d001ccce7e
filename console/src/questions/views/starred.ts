const KEY = 'quaestor.views.starred';

/** The pinned views, stored on this device. */
export function readStarred(): ReadonlySet<string> {
  try {
    return new Set(JSON.parse(localStorage.getItem(KEY) ?? '[]') as string[]);
  } catch {
    return new Set();
  }
}

export function toggleStarred(id: string): ReadonlySet<string> {
  const next = new Set(readStarred());
  if (!next.delete(id)) next.add(id);
  try {
    localStorage.setItem(KEY, JSON.stringify([...next]));
  } catch {
    // Without storage, the pin is lost with the page.
  }
  return next;
}
