import { useEffect, useState } from 'react';
import { DRAFT_PREFIX } from '../kept-drafts.ts';
import type { Draft } from './draft.ts';

interface Kept {
  /** The version that was edited, or 0 for a new question. */
  version: number;
  draft: Draft;
}

const AFTER_MS = 2000;

export function readKept(id: string): Kept | undefined {
  try {
    return (JSON.parse(localStorage.getItem(DRAFT_PREFIX + id) ?? 'null') as Kept | null) ?? undefined;
  } catch {
    return undefined;
  }
}

export function dropKept(id: string): void {
  try {
    localStorage.removeItem(DRAFT_PREFIX + id);
  } catch {
    // Without storage there is no draft.
  }
}

/** Saves the draft on this device two seconds after the last key. Returns whether it was saved. */
export function useKept(id: string, version: number, draft: Draft, isDirty: boolean): boolean {
  const [isKept, setIsKept] = useState(false);
  useEffect(() => {
    setIsKept(false);
    if (!isDirty) return undefined;
    const timer = setTimeout(() => {
      try {
        localStorage.setItem(DRAFT_PREFIX + id, JSON.stringify({ version, draft } satisfies Kept));
        setIsKept(true);
      } catch {
        // Without storage, no note about a draft is shown.
      }
    }, AFTER_MS);
    return () => clearTimeout(timer);
  }, [id, version, draft, isDirty]);
  return isKept;
}
