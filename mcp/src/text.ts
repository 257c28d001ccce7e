import type { ContentBlock } from '@modelcontextprotocol/server';
import type { Page } from '../../client/src/index.ts';

/** Of a result: a page of a book, so that a conversation holds many of them. */
export const MAX_CHARACTERS = 20_000;
/** Of a resource: the longest question there can be. */
export const MAX_RESOURCE_CHARACTERS = 120_000;
const SHORTEST_CUT = 200;

export function text(value: object): ContentBlock[] {
  return [{ type: 'text', text: JSON.stringify(value) }];
}

/** As JSON; where it is too long, long texts in it are cut and `cut` says where all of it is. */
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

/** What a list tool takes beside its filters. */
export interface Paging {
  limit?: number;
  cursor?: string;
}

export const PAGING = {
  limit: { type: 'integer', minimum: 1, maximum: 50, default: 10, description: 'At most this many.' },
  cursor: {
    type: 'string',
    minLength: 1,
    maxLength: 512,
    description: '`next_cursor` of the page before, with all other arguments as they were.',
  },
};
const DEFAULT_LIMIT = 10;

/**
 * A page that fits: where it does not, a shorter one is read, so that its cursor goes on where it ends. A single entry
 * that is too long is cut.
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
