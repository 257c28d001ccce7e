/** Drafts contain answers, so they stay on the device only while their author is signed in there. */
export const DRAFT_PREFIX = 'quaestor.draft.';
const OWNER = 'quaestor.drafts-of';

/** Removes all drafts. */
export function dropAllDrafts(): void {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index));
    for (const key of keys) if (key === OWNER || key?.startsWith(DRAFT_PREFIX)) localStorage.removeItem(key);
  } catch {
    // Nothing was kept either.
  }
}

/** Removes the drafts of other people, however their sessions ended. */
export function keepDraftsOf(person: string): void {
  try {
    if (localStorage.getItem(OWNER) === person) return;
    dropAllDrafts();
    localStorage.setItem(OWNER, person);
  } catch {
    // Nothing is kept.
  }
}
