import { AppError } from '../../errors.ts';
import { type BoundedRows, isFull } from '../../store/database/bounded-rows.ts';
import type { Executor } from '../../store/database/database.ts';

interface Quota {
  max: number;
  detail: (max: number) => string;
}

const perOwner = (max: number, rows: string): Quota => ({
  max,
  detail: (limit) => `You have ${limit} ${rows}; the limit is ${limit}.`,
});

/** The most rows of each kind, and the message for one more. */
export const QUOTAS: Readonly<Record<BoundedRows, Quota>> = {
  tokens: perOwner(10_000, 'API keys, including those that ended in the last 30 days'),
  oauth_clients: perOwner(1000, 'OAuth clients'),
  duplicate_dismissals: perOwner(20_000, 'dismissals'),
  dismissals: perOwner(20_000, 'dismissals'),
  webhooks: perOwner(100, 'webhooks'),
  views: perOwner(200, 'views'),
  comments: perOwner(20_000, 'comments'),
  assignments: perOwner(20_000, 'assignments'),
  imports: perOwner(10_000, 'imports of the last 30 days'),
  analyses: perOwner(1000, 'analyses'),
  'comments of a question': {
    max: 1000,
    detail: (max) => `The question has ${max} comments; the limit is ${max}. Delete some first.`,
  },
  'shared views': {
    max: 1000,
    detail: (max) => `There are ${max} shared views; the limit is ${max}. Delete one, or keep yours to yourself.`,
  },
  'all dismissals': {
    max: 100_000,
    detail: (max) =>
      `The bank has ${max} dismissals; the limit is ${max}. Withdraw some, or change the questions they are about.`,
  },
  'all assignments': {
    max: 100_000,
    detail: (max) => `The bank has ${max} assignments; the limit is ${max}. Delete some that are done.`,
  },
  people: {
    max: 10_000,
    detail: (max) =>
      `There are ${max} people, including those whose names are kept after their removal; the limit is ${max}.`,
  },
};

/** Rejects one more row where there are as many as allowed. Call it in the transaction that inserts the row. */
export async function requireQuota(
  tx: Executor,
  rows: BoundedRows,
  { owner, max = QUOTAS[rows].max }: { owner?: string; max?: number } = {},
): Promise<void> {
  if (await isFull(tx, rows, max, owner)) throw new AppError('quota_exceeded', { detail: QUOTAS[rows].detail(max) });
}
