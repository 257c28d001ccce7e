import type { Change } from '../../../client/src/index.ts';

export const KINDS = [
  ...(['create', 'update', 'delete', 'restore', 'array', 'import', 'category_merge', 'bulk', 'merge'] as const),
  'revert' as const,
];
export const TIMES = { lastDay: 1, lastWeek: 7, lastMonth: 30 } as const;

export const WAYS = ['console', 'api', 'import', 'bulk'] as const;
type Way = (typeof WAYS)[number];

/** People write through the console and programs through the API; the jobs of both have kinds of their own. */
export function wayOf({ kind, actor }: Change): Way {
  if (kind === 'import' || kind === 'bulk') return kind;
  return actor.startsWith('person:') ? 'console' : 'api';
}

export interface ActivitySearch {
  who?: string;
  what?: Change['kind'];
  via?: Way;
  when?: keyof typeof TIMES;
  /** Shows only this change. */
  change?: string;
}

const isTime = (given: unknown): given is keyof typeof TIMES => typeof given === 'string' && given in TIMES;

/** Parses the address and drops invalid values. */
export function readActivitySearch({ who, what, via, when, change }: Record<string, unknown>): ActivitySearch {
  const kind = KINDS.find((one) => one === what);
  const way = WAYS.find((one) => one === via);
  return {
    ...(way !== undefined && { via: way }),
    ...(typeof who === 'string' && who !== '' && { who }),
    ...(kind !== undefined && { what: kind }),
    ...(isTime(when) && { when }),
    ...(typeof change === 'string' && change !== '' && { change }),
  };
}
