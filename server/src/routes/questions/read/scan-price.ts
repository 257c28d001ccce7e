/** Filters that an index serves in its order, whatever the other filters are: few rows, or rows in order. */
const CELLS = ['category', 'difficulty', 'min_difficulty', 'max_difficulty', 'status'];
const NAMED = ['ids', 'external_id'];
/** All members are read: up to two million of a change, 100,000 assignments, rows of a result and open comments. */
const MEMBERS = ['change_id', 'assignee', 'analysis_id', 'has_open_comments'];

const TIMES = ['created_after', 'created_before', 'updated_after', 'updated_before'];
/** Filters for which the ring has no order; it has one for topics and tags. */
const OFF_THE_RING = ['language', 'q', ...TIMES];
/** No index has another order with these filters, so all matches are read and sorted. */
const GENERAL = ['topic_focus', 'tag', ...OFF_THE_RING];
const UPDATED = ['updated_after', 'updated_before'];

/** Whether a list has to read all matches: another order with a general filter, changes in some cells only, or
 * the members of something. */
export function isScanList(query: unknown): boolean {
  const { names, sort } = asked(query);
  if (names.some((name) => MEMBERS.includes(name))) return true;
  if (names.some((name) => NAMED.includes(name)) || sort === undefined) return false;
  const by = sort.replace(/^-/u, '');
  if (by === 'created_at') return false;
  if (by === 'updated_at')
    return names.some((name) => [...CELLS, ...GENERAL].includes(name) && !UPDATED.includes(name));
  return names.some((name) => GENERAL.includes(name));
}

/** Whether facets have to read all matches; counts by cell and topic are stored. */
export function isScanFacets(query: unknown): boolean {
  const { names } = asked(query);
  return names.some((name) => name === 'tag' || MEMBERS.includes(name) || OFF_THE_RING.includes(name));
}

/** Whether a draw has to read all matches. */
export function isScanDraw(filter: unknown): boolean {
  const { names, tags } = asked(filter);
  if (names.some((name) => NAMED.includes(name))) return false;
  return tags > 1 || names.some((name) => OFF_THE_RING.includes(name));
}

/** Runs before validation, so the query may be anything. */
function asked(query: unknown): { names: string[]; sort: string | undefined; tags: number } {
  if (typeof query !== 'object' || query === null) return { names: [], sort: undefined, tags: 0 };
  const { sort, tag } = query as { sort?: unknown; tag?: unknown };
  const tags = Array.isArray(tag) ? tag.length : 0;
  return { names: Object.keys(query), sort: typeof sort === 'string' ? sort : undefined, tags };
}
