import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { readAppearance } from '../../ui/appearance.ts';
import { useIsPrinting } from '../../ui/media.ts';
import { countSelected } from '../selection/selection.ts';
import type { Picking } from '../selection/use-selection.ts';
import type { Row, useQuestions } from '../use-questions.ts';

const OVERSCAN = 8;
/** The next page is requested this many rows before the end. */
const AHEAD = 30;
/** The heights of the header, and of the bar that covers the last rows during a selection. */
const HEAD_HEIGHT = 33;
const BAR_HEIGHT = 64;

export interface RowsProps {
  rows: readonly Row[];
  list: ReturnType<typeof useQuestions>;
  onOpen: (id: string) => void;
  picking: Picking;
}

/** Renders only the visible rows, loads more near the end, and moves the single tab stop with the keyboard. */
export function useRows(
  { rows, list, onOpen, picking }: RowsProps,
  scroller: RefObject<HTMLElement | null>,
  rowHeight: number,
) {
  const isPrinting = useIsPrinting();
  const [active, setActive] = useState(0);
  const wantsFocus = useRef(false);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: isPrinting ? rows.length : OVERSCAN, // paper has all loaded rows
    scrollPaddingEnd: HEAD_HEIGHT + (countSelected(picking.selection) > 0 ? BAR_HEIGHT : 0),
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  useEffect(() => {
    if (!isPrinting && last >= rows.length - AHEAD && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [isPrinting, last, rows.length, hasNextPage, isFetchingNextPage, fetchNextPage]);
  const current = Math.min(active, rows.length - 1);
  useEffect(() => {
    if (!wantsFocus.current) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${current}"]`);
    if (row === null || row === undefined) return;
    wantsFocus.current = false;
    row.focus({ preventScroll: true });
  });
  const move = (index: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, index));
    wantsFocus.current = true;
    setActive(next);
    virtual.scrollToIndex(next, { align: 'auto' });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target as HTMLElement).hasAttribute('data-index'))
      return;
    const isLetter = event.key.length === 1 && event.key !== ' ';
    if (isLetter && !readAppearance().shortcuts) return;
    const name = isLetter ? event.key.toLowerCase() : event.key;
    const to = {
      ArrowDown: current + 1,
      j: current + 1,
      ArrowUp: current - 1,
      k: current - 1,
      Home: 0,
      End: rows.length - 1,
    }[name];
    const row = rows[current];
    const isArrow = name === 'ArrowDown' || name === 'ArrowUp';
    if (to !== undefined) {
      if (event.shiftKey && isArrow) picking.extend(current, Math.max(0, Math.min(rows.length - 1, to)));
      move(to);
    } else if ((name === 'Enter' || name === 'e') && row !== undefined) onOpen(row.id);
    else if (name === 'x' || name === ' ') picking.pick(current);
    else if (name === 'a') picking.pickAll();
    else if (name === 'Escape') picking.clear();
    else return;
    event.preventDefault();
  };
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  const focusCurrent = () => move(current);
  return { items, before, after, current, setActive, focusCurrent, onKeyDown, measure: virtual.measureElement };
}
