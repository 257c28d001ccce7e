/** Either some rows by id, or all rows that match the filter, except some. */
export type Selection =
  | { mode: 'ids'; ids: ReadonlySet<string> }
  | { mode: 'filter'; except: ReadonlySet<string>; expected_count: number };

export const NOTHING: Selection = { mode: 'ids', ids: new Set() };
/** The maximum number of ids that the API accepts and the list loads. */
export const MAX_IDS = 10_000;

export function countSelected(selection: Selection): number {
  return selection.mode === 'ids' ? selection.ids.size : selection.expected_count - selection.except.size;
}

export function isSelected(selection: Selection, id: string): boolean {
  return selection.mode === 'ids' ? selection.ids.has(id) : !selection.except.has(id);
}

/** Adds these rows to the selection, or removes them. */
export function withRows(selection: Selection, ids: readonly string[], selected: boolean): Selection {
  if (selection.mode === 'ids') return { mode: 'ids', ids: changed(selection.ids, ids, selected) };
  const next = { ...selection, except: changed(selection.except, ids, !selected) };
  return countSelected(next) === 0 ? NOTHING : next;
}

function changed(set: ReadonlySet<string>, ids: readonly string[], member: boolean): ReadonlySet<string> {
  const next = new Set(set);
  for (const id of ids) {
    if (member) next.add(id);
    else next.delete(id);
  }
  return next;
}
