import { useEffect, useRef, useState } from 'react';
import { keyOf, type PairRow } from '../rows/row.ts';
import type { Done } from '../rows/use-work.ts';

/** The next page is requested this many pairs before the end of the list. */
const AHEAD = 20;

export interface Review {
  /**
   * The pairs that were undecided when the page loaded. Pairs decided since then stay in the list, so that a decision
   * can be undone.
   */
  shown: readonly PairRow[];
  /** The number of pairs, including those that are not loaded yet; null if unknown. */
  total: number | null;
  current: PairRow | undefined;
  place: number;
  decided: number;
  left: number | null;
  choose: (row: PairRow) => void;
  next: (() => void) | undefined;
  previous: (() => void) | undefined;
  /** Moves to the next undecided pair. */
  advance: () => void;
}

interface ReviewedList {
  rows: readonly PairRow[];
  /** The number of rows in the result; null if unknown. */
  total: number | null;
  isKnown: boolean;
  reasonOf: (row: PairRow) => Done | null;
  hasMore: boolean;
  /** Loads the next page; undefined while one is loading or after one could not be loaded. */
  loadMore: (() => unknown) | undefined;
}

/** A pair, or the first undecided one after it. */
interface Choice {
  key: string;
  isPassed: boolean;
}

export function useReview({ rows, total, isKnown, reasonOf, hasMore, loadMore }: ReviewedList): Review {
  const seen = useRef(new Map<string, boolean>());
  const [choice, setChoice] = useState<Choice>();
  if (isKnown) {
    for (const row of rows) {
      const key = keyOf(row);
      if (!seen.current.has(key)) seen.current.set(key, reasonOf(row) === null);
    }
  }
  const shown = rows.filter((row) => seen.current.get(keyOf(row)) === true);
  const isOpen = (row: PairRow) => reasonOf(row) === null;
  const chosen = shown.findIndex((row) => keyOf(row) === choice?.key);
  const passed = choice?.isPassed === true ? chosen : -1;
  // A pair that was skipped comes again when no undecided one follows, but not while more pairs are loading.
  const current =
    (passed === -1 ? shown[chosen] : undefined) ??
    shown.slice(passed + 1).find(isOpen) ??
    (hasMore ? undefined : shown.find(isOpen));
  const place = current === undefined ? -1 : shown.indexOf(current);
  const isNearEnd = isKnown && (place === -1 || place >= shown.length - AHEAD);
  useEffect(() => {
    if (isNearEnd && hasMore) loadMore?.();
  }, [isNearEnd, hasMore, loadMore]);
  const currentKey = current && keyOf(current);
  useEffect(() => {
    if (currentKey !== undefined)
      setChoice((before) => (before?.isPassed === true ? { key: currentKey, isPassed: false } : before));
  }, [currentKey]);
  const choose = (row: PairRow) => setChoice({ key: keyOf(row), isPassed: false });
  const to = (row: PairRow | undefined) => (row === undefined ? undefined : () => choose(row));
  const decided = shown.filter((row) => !isOpen(row)).length;
  const known = hasMore ? null : shown.length;
  const all = total === null ? known : total - (rows.length - shown.length);
  return {
    shown,
    total: all,
    current,
    place,
    decided,
    left: all === null ? null : all - decided,
    choose,
    next: to(shown[place + 1]),
    previous: place > 0 ? to(shown[place - 1]) : undefined,
    advance: () => setChoice(current && { key: keyOf(current), isPassed: true }),
  };
}
