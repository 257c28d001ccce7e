import type { KeyboardEvent } from 'react';

/** The fields that can be edited in the list. */
export type CellField = 'category' | 'topic_focus' | 'difficulty' | 'status';

/** Arrow keys move between a row and its cells; Enter edits. Returns whether the key was handled. */
export function onCellKey(
  event: KeyboardEvent<HTMLElement>,
  onEdit: (index: number, field: CellField) => void,
): boolean {
  const target = event.target as HTMLElement;
  const row = target.closest<HTMLElement>('tr[data-index]');
  const isCell = target.dataset['cell'] !== undefined;
  if (row === null || (target !== row && !isCell) || event.ctrlKey || event.metaKey || event.altKey) return false;
  const cells = [...row.querySelectorAll<HTMLElement>('[data-cell]')];
  const place = cells.indexOf(target);
  const index = Number(row.dataset['index']);
  const neighbour = (step: number) =>
    row.parentElement?.querySelector<HTMLElement>(
      `[data-index="${index + step}"] [data-cell="${target.dataset['cell']}"]`,
    );
  const outside = isCell ? row : undefined;
  const to = {
    ArrowRight: cells[place + 1],
    ArrowLeft: cells[place - 1] ?? outside,
    ArrowDown: isCell ? neighbour(1) : undefined,
    ArrowUp: isCell ? neighbour(-1) : undefined,
    Escape: outside,
  }[event.key];
  if (isCell && (event.key === 'Enter' || event.key === 'F2')) onEdit(index, target.dataset['cell'] as CellField);
  else if (to !== undefined && to !== null) to.focus();
  else return isCell;
  event.preventDefault();
  return true;
}
