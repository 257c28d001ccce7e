import { useRef, useSyncExternalStore } from 'react';
import { filterOf } from '../filter.ts';
import type { QuestionSearch } from '../search.ts';
import { isSelected, NOTHING, type Selection, withRows } from './selection.ts';

/** The selection is stored outside the page, so that Back restores it, together with its filter. */
let kept: { key: string; selection: Selection } = { key: '', selection: NOTHING };
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export interface Picking {
  selection: Selection;
  select: (selection: Selection) => void;
  clear: () => void;
  isPicked: (id: string) => boolean;
  /** Toggles the row at this index. `extend` selects all rows from the previously picked one. */
  pick: (index: number, extend?: boolean) => void;
  /** Selects both rows and those between them. */
  extend: (from: number, to: number) => void;
  pickAll: (picked?: boolean) => void;
}

export function useSelection(search: QuestionSearch, rows: readonly { id: string }[]): Picking {
  const key = JSON.stringify(filterOf(search));
  const { key: keptKey, selection: keptSelection } = useSyncExternalStore(subscribe, () => kept);
  const selection = keptKey === key ? keptSelection : NOTHING;
  const anchor = useRef(0);
  const select = (next: Selection) => {
    kept = { key, selection: next };
    for (const listener of listeners) listener();
  };
  const idsOf = (from: number, to: number) =>
    rows.slice(Math.min(from, to), Math.max(from, to) + 1).map(({ id }) => id);
  return {
    selection,
    select,
    clear: () => select(NOTHING),
    isPicked: (id) => isSelected(selection, id),
    pick: (index, extend = false) => {
      const [id] = idsOf(index, index);
      if (id === undefined) return;
      select(
        extend
          ? withRows(selection, idsOf(anchor.current, index), true)
          : withRows(selection, [id], !isSelected(selection, id)),
      );
      anchor.current = index;
    },
    extend: (from, to) => {
      select(withRows(selection, idsOf(from, to), true));
      anchor.current = to;
    },
    pickAll: (picked = true) => select(picked ? withRows(selection, idsOf(0, rows.length), true) : NOTHING),
  };
}
