import type { ContentBlock } from '@modelcontextprotocol/server';
import type { Page } from '../../client/src/index.ts';

/** The maximum size of a result: about the length of a book page, so that a conversation can contain many. */
const MAX_CHARACTERS = 20_000;
/** The maximum size of a resource, which is enough for the longest possible question. */
export const MAX_RESOURCE_CHARACTERS = 120_000;
const SHORTEST_CUT = 200;

export function text(value: object): ContentBlock[] {
  return [{ type: 'text', text: JSON.stringify(value) }];
}

/**
 * Formats a value as JSON. If it is too long, long texts are truncated, and `cut` says where to find the whole value.
 */
export function bounded(value: object, whole: string, max = MAX_CHARACTERS): string {
  const all = JSON.stringify(value);
  if (all.length <= max) return all;
  for (let longest = max / 4; longest >= SHORTEST_CUT; longest /= 2) {
    const cut = JSON.stringify({ ...cutTexts(value, longest), cut: `Long texts end with "…". ${whole}` });
    if (cut.length <= max) return cut;
  }
  return JSON.stringify({ cut: `${all.length} characters are too many to show. ${whole}` });
}

function cutTexts(value: object, longest: number): object {
  const cut = (_name: string, part: unknown) =>
    typeof part === 'string' && part.length > longest ? `${part.slice(0, longest)}…` : part;
  return JSON.parse(JSON.stringify(value, cut)) as object;
}

/** The parameters of a list tool besides its filters. */
export interface Paging {
  limit?: number;
  cursor?: string;
}

export const PAGING = {
  limit: { type: 'integer', minimum: 1, maximum: 50, default: 10, description: 'The maximum number to return.' },
  cursor: {
    type: 'string',
    minLength: 1,
    maxLength: 512,
    description: '`next_cursor` of the page before, with all other arguments as they were.',
  },
};
const DEFAULT_LIMIT = 10;

/**
 * Returns a page that fits. If a page is too long, a shorter one is read, so that its cursor continues where it ends. A
 * single entry that is too long is truncated.
 */
export async function pageText<Item extends object>(
  { limit = DEFAULT_LIMIT }: Paging,
  whole: string,
  read: (limit: number) => PromiseLike<Page<Item>>,
  show: (item: Item) => object = (item) => item,
): Promise<ContentBlock[]> {
  for (let size = limit; ; size = Math.floor(size / 2)) {
    const { data, pagination } = await read(size);
    const { total, total_at_least, next_cursor } = pagination;
    const page = {
      data: data.map(show),
      ...(total === null ? { total_at_least } : { total }),
      next_cursor,
      ...(next_cursor !== null && { more: 'Call again with `cursor` set to `next_cursor`.' }),
    };
    const shown = JSON.stringify(page);
    if (shown.length <= MAX_CHARACTERS) return [{ type: 'text', text: shown }];
    if (size <= 1) return [{ type: 'text', text: bounded(page, whole) }];
  }
}
