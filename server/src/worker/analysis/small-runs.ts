/** A run of this many shards or fewer does not wait for larger ones: neither for their turns nor for their merges. */
export const MAX_SMALL_SHARDS = 10;

/** Priorities of merge jobs by the size of their run. */
export const MERGE_PRIORITY = { small: 1, large: 0 } as const;
