/** Where a change set came from. Part of the public contract: values are only ever added. */
export const CHANGE_KINDS = [
  'create',
  'update',
  'delete',
  'restore',
  'array',
  'import',
  'category_merge',
  'bulk',
  'merge',
  'revert',
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** The change set that a statement writes questions in. */
export interface InChange {
  change_id: string;
  /** Set if the statement is the whole change and therefore also stores it; otherwise the caller stores it. */
  kind: ChangeKind | null;
}

/** A version that a change created. */
export interface ChangeMember {
  id: string;
  version: number;
}

/** The maximum number of members per row, which are reverted together. */
export const MAX_CHUNK_MEMBERS = 1000;
