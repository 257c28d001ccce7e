/** What a change set came from. Part of the public contract: only ever added to. */
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
  /** Where the statement is all of the change, it stores the change too; otherwise whoever began it does. */
  kind: ChangeKind | null;
}

/** A version that a change made. */
export interface ChangeMember {
  id: string;
  version: number;
}

/** Members that one row holds, and that are reverted at once. */
export const MAX_CHUNK_MEMBERS = 1000;
