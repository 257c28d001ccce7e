/** Drafts have answers in them: they stay on the device only as long as their author is signed in there. */
export const DRAFT_PREFIX = 'quaestor.draft.';
const OWNER = 'quaestor.drafts-of';

/** Without storage there is nothing to remove. */
export function dropAllDrafts(): void {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index));
    for (const key of keys) if (key === OWNER || key?.startsWith(DRAFT_PREFIX)) localStorage.removeItem(key);
  } catch {
    // Nothing was kept either.
  }
}

/** Whoever is signed in finds no drafts of anybody else, however that session has ended. */
export function keepDraftsOf(person: string): void {
  try {
    if (localStorage.getItem(OWNER) === person) return;
    dropAllDrafts();
    localStorage.setItem(OWNER, person);
  } catch {
    // Nothing is kept.
  }
}
