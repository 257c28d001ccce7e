import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import styles from '../access/access.module.css';
import { quaestor } from '../api/client.ts';
import { formatTime } from '../i18n/format.ts';
import { Problem } from '../states/problem.tsx';
import { Button } from '../ui/button.tsx';
import { Skeleton, Table } from '../ui/page.tsx';
import { showToast } from '../ui/toasts.tsx';
import { webhookKeys } from './queries.ts';
import type { Delivery } from './webhook.ts';

const PAGE_SIZE = 25;
const POLL_INTERVAL_MS = 1500;
/** The retention time of deliveries. */
const REPLAY_DAYS = 30;
const DAY_MS = 24 * 60 * 60_000;

/** The messages and their responses, newest first. */
export function Deliveries({ id }: { id: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: webhookKeys.deliveries(id),
    queryFn: async ({ pageParam, signal }) =>
      quaestor.webhooks
        .deliveries(id, { limit: PAGE_SIZE, ...(pageParam !== null && { cursor: pageParam }) }, { signal })
        .then((page) => page),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pagination }) => pagination.next_cursor,
    refetchInterval: POLL_INTERVAL_MS,
  });
  const replayAll = useMutation({
    mutationFn: () =>
      quaestor.webhooks.replay(id, { since: new Date(Date.now() - REPLAY_DAYS * DAY_MS).toISOString() }),
    onSuccess: async ({ replayed }) => {
      showToast(t('access.webhooks.replayedAll', { count: replayed }));
      await client.invalidateQueries({ queryKey: webhookKeys.all });
    },
  });
  const rows = data?.pages.flatMap((page) => page.data);
  return (
    <>
      <section className={styles['section']}>
        <div className={styles['ways']}>
          <h2>{t('access.webhooks.deliveries')}</h2>
          {rows?.some(({ status }) => status === 'failed') === true && (
            <Button small disabled={replayAll.isPending} onClick={() => replayAll.mutate()}>
              {t('access.webhooks.replayAll')}
            </Button>
          )}
        </div>
        {error !== null && <Problem error={error} />}
        {replayAll.error !== null && <Problem error={replayAll.error} />}
        {rows?.length === 0 && <p>{t('access.webhooks.noDeliveries')}</p>}
      </section>
      {rows === undefined && error === null && <Skeleton label={t('app.loading')} rows={3} />}
      {rows !== undefined && rows.length > 0 && (
        <Table label={t('access.webhooks.deliveries')}>
          <thead>
            <tr>
              {(['event', 'status', 'attempts', 'when', 'replay'] as const).map((head) => (
                <th key={head} scope="col">
                  {head === 'replay' ? (
                    <span className="visually-hidden">{t('access.webhooks.replay')}</span>
                  ) : (
                    t(`access.webhooks.${head}`)
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((delivery) => (
              <DeliveryRow key={delivery.id} delivery={delivery} />
            ))}
          </tbody>
        </Table>
      )}
      {hasNextPage && (
        <div className={styles['pad']}>
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('access.webhooks.more')}
          </Button>
        </div>
      )}
    </>
  );
}

function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => quaestor.webhooks.replayDelivery(delivery.webhook_id, delivery.id),
    onSuccess: async () => {
      showToast(t('access.webhooks.replayed'));
      await client.invalidateQueries({ queryKey: webhookKeys.all });
    },
  });
  const tone = { pending: undefined, succeeded: styles['good'], failed: styles['bad'] }[delivery.status];
  return (
    <tr>
      <th scope="row">{delivery.type}</th>
      <td className={tone}>{t(`access.webhooks.${delivery.status}`)}</td>
      <td>
        {delivery.log.length === 0 ? (
          delivery.attempts
        ) : (
          <details>
            <summary>
              {delivery.attempts} <span className="visually-hidden">{t('access.webhooks.details')}</span>
            </summary>
            <ol className={styles['attempts']}>
              {delivery.log.map(({ at, duration_ms, status, error, response }) => (
                <li key={at}>
                  {t('access.webhooks.attempt', {
                    status: status ?? t('access.webhooks.noReply'),
                    ms: duration_ms,
                  })}
                  {error !== null && <span className={styles['small']}>{error}</span>}
                  {response !== null && response !== '' && <pre>{response}</pre>}
                </li>
              ))}
            </ol>
          </details>
        )}
      </td>
      <td>
        <time dateTime={delivery.created_at}>{formatTime(delivery.created_at)}</time>
      </td>
      <td>
        {delivery.status !== 'pending' && (
          <Button small disabled={isPending} onClick={() => mutate()}>
            {t('access.webhooks.replay')}
          </Button>
        )}
      </td>
    </tr>
  );
}
