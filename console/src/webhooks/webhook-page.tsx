import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../access/access.module.css';
import { AccessProblem } from '../access/access-problem.tsx';
import { ConfirmDialog } from '../access/confirm-dialog.tsx';
import { SecretDialog } from '../access/secret-dialog.tsx';
import { quaestor } from '../api/client.ts';
import { Loaded } from '../states/loaded.tsx';
import { useTitle } from '../states/title.ts';
import { Button } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { showToast } from '../ui/toasts.tsx';
import { Deliveries } from './deliveries.tsx';
import { webhookKeys } from './queries.ts';
import { WebhookStatus } from './webhooks-page.tsx';

const GRACE_SECONDS = 24 * 60 * 60;

export function WebhookPage() {
  const { t } = useTranslation();
  const { id } = useParams({ from: '/framed/webhooks/$id' });
  const navigate = useNavigate();
  const client = useQueryClient();
  const [asking, setAsking] = useState<'rotate' | 'delete'>();
  const [secret, setSecret] = useState<string>();
  const refresh = () => client.invalidateQueries({ queryKey: webhookKeys.all });
  const {
    data: webhook,
    error,
    refetch,
  } = useQuery({
    queryKey: webhookKeys.one(id),
    queryFn: ({ signal }) => quaestor.webhooks.get(id, { signal }),
  });
  const test = useMutation({
    mutationFn: () => quaestor.webhooks.test(id),
    onSuccess: async () => {
      showToast(t('access.webhooks.tested'));
      await refresh();
    },
  });
  const update = useMutation({
    mutationFn: (enabled: boolean) => quaestor.webhooks.update(id, { enabled }),
    onSuccess: refresh,
  });
  const rotate = useMutation({
    gcTime: 0, // the reply contains the secret
    mutationFn: () => quaestor.webhooks.rotate(id, { grace_seconds: GRACE_SECONDS }),
    onSuccess: async (rotated) => {
      setAsking(undefined);
      setSecret(rotated.secret);
      await refresh();
    },
  });
  const remove = useMutation({
    mutationFn: () => quaestor.webhooks.delete(id),
    onSuccess: async () => {
      await navigate({ to: '/webhooks' });
      await refresh();
    },
  });
  const title = webhook?.url ?? t('access.webhooks.page');
  useTitle(title);
  return (
    <Page
      title={title}
      {...(webhook?.description != null && { lead: webhook.description })}
      actions={
        <Link to="/webhooks" className="button">
          {t('access.webhooks.back')}
        </Link>
      }
    >
      <Loaded data={webhook} error={error} onRetry={() => void refetch()} frame={styles['pad']}>
        {(loaded) => (
          <>
            <section className={styles['section']}>
              <AccessProblem error={test.error ?? update.error} />
              {loaded.notice !== null && <p className={styles['bad']}>{loaded.notice}</p>}
              <dl className={styles['facts']}>
                <dt>{t('access.webhooks.status')}</dt>
                <dd>
                  <WebhookStatus webhook={loaded} />
                </dd>
                <dt>{t('access.webhooks.events')}</dt>
                <dd>{loaded.types === null ? t('access.webhooks.allEvents') : loaded.types.join(', ')}</dd>
              </dl>
              <div className={styles['ways']}>
                <Button kind="filled" disabled={test.isPending || !loaded.enabled} onClick={() => test.mutate()}>
                  {t('access.webhooks.test')}
                </Button>
                <Button onClick={() => setAsking('rotate')}>{t('access.webhooks.rotate')}</Button>
                <Button disabled={update.isPending} onClick={() => update.mutate(!loaded.enabled)}>
                  {loaded.enabled ? t('access.webhooks.disable') : t('access.webhooks.enable')}
                </Button>
                <Button onClick={() => setAsking('delete')}>{t('access.webhooks.delete')}</Button>
              </div>
            </section>
            <Deliveries id={id} />
          </>
        )}
      </Loaded>
      {asking === 'rotate' && (
        <ConfirmDialog
          title={t('access.webhooks.rotateTitle')}
          text={t('access.webhooks.rotateText')}
          button={t('access.webhooks.rotate')}
          isPending={rotate.isPending}
          error={rotate.error}
          onConfirm={() => rotate.mutate()}
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking === 'delete' && (
        <ConfirmDialog
          title={t('access.webhooks.deleteTitle')}
          text={t('access.webhooks.deleteText')}
          button={t('access.webhooks.deleteButton')}
          isDanger
          isPending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsking(undefined)}
        />
      )}
      {secret !== undefined && (
        <SecretDialog
          title={t('access.secretTitle')}
          text={t('access.secretText')}
          label={t('access.secret')}
          secret={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
    </Page>
  );
}
