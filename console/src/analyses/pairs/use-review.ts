import { useRef, useState } from 'react';
import { keyOf, type PairRow } from '../rows/row.ts';
import type { Done } from '../rows/use-work.ts';

export interface Review {
  /**
   * The pairs that were undecided when the page loaded. Pairs decided since then stay in the list, so that a decision
   * can be undone.
   */
  shown: readonly PairRow[];
  current: PairRow | undefined;
  place: number;
  decided: number;
  left: number;
  choose: (row: PairRow) => void;
  next: (() => void) | undefined;
  previous: (() => void) | undefined;
  /** Moves to the next undecided pair. */
  advance: () => void;
}

export function useReview(rows: readonly PairRow[], isKnown: boolean, reasonOf: (row: PairRow) => Done | null): Review {
  const seen = useRef(new Map<string, boolean>());
  const [chosen, setChosen] = useState<string>();
  if (isKnown) {
    for (const row of rows) {
      const key = keyOf(row);
      if (!seen.current.has(key)) seen.current.set(key, reasonOf(row) === null);
    }
  }
  const shown = rows.filter((row) => seen.current.get(keyOf(row)) === true);
  const isOpen = (row: PairRow) => reasonOf(row) === null;
  const current = shown.find((row) => keyOf(row) === chosen) ?? shown.find(isOpen);
  const place = current === undefined ? -1 : shown.indexOf(current);
  const choose = (row: PairRow | undefined) => setChosen(row === undefined ? undefined : keyOf(row));
  const to = (row: PairRow | undefined) => (row === undefined ? undefined : () => choose(row));
  const left = shown.filter(isOpen).length;
  return {
    shown,
    current,
    place,
    left,
    decided: shown.length - left,
    choose,
    next: to(shown[place + 1]),
    previous: place > 0 ? to(shown[place - 1]) : undefined,
    advance: () => {
      const others = [...shown.slice(place + 1), ...shown.slice(0, Math.max(place, 0))];
      choose(others.find(isOpen));
    },
  };
}
