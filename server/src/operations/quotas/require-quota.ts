import { AppError } from '../../errors.ts';
import { type BoundedRows, isFull } from '../../store/database/bounded-rows.ts';
import type { Executor } from '../../store/database/database.ts';

interface Quota {
  max: number;
  detail: (max: number) => string;
}

const perOwner = (max: number, rows: string): Quota => ({
  max,
  detail: (limit) => `You have reached the limit of ${limit} ${rows}.`,
});

/** The maximum number of rows of each kind, and the message if it is exceeded. */
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
    detail: (max) => `The question has reached the limit of ${max} comments. Delete some first.`,
  },
  'shared views': {
    max: 1000,
    detail: (max) => `The limit of ${max} shared views has been reached. Delete one, or keep yours private.`,
  },
  'all dismissals': {
    max: 100_000,
    detail: (max) =>
      `The bank has reached the limit of ${max} dismissals. Withdraw some, or change the questions they are about.`,
  },
  'all assignments': {
    max: 100_000,
    detail: (max) => `The bank has reached the limit of ${max} assignments. Delete some that are completed.`,
  },
  people: {
    max: 10_000,
    detail: (max) =>
      `The limit of ${max} people has been reached. People who were removed count too while their names are kept.`,
  },
};

/** Rejects `count` new rows if the limit would be exceeded. Call it in the transaction that inserts them. */
export async function requireQuota(
  tx: Executor,
  rows: BoundedRows,
  { owner, max = QUOTAS[rows].max, count = 1 }: { owner?: string; max?: number; count?: number } = {},
): Promise<void> {
  if (await isFull(tx, rows, max - count + 1, owner))
    throw new AppError('quota_exceeded', { detail: QUOTAS[rows].detail(max) });
}
