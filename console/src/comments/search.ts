/** The comments that the page shows: open ones, those of them that mention the reader, or all. */
export const SHOWN = ['open', 'mine', 'all'] as const;
export type Shown = (typeof SHOWN)[number];

/** Undefined for open ones. */
interface CommentSearch {
  show?: Exclude<Shown, 'open'>;
}

export function readCommentSearch({ show }: Record<string, unknown>): CommentSearch {
  return show === 'mine' || show === 'all' ? { show } : {};
}
