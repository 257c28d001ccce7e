import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../access/access.module.css';
import { SecretDialog } from '../access/secret-dialog.tsx';
import { quaestor } from '../api/client.ts';
import { formatTime } from '../i18n/format.ts';
import { Loaded } from '../states/loaded.tsx';
import { useTitle } from '../states/title.ts';
import { Button } from '../ui/button.tsx';
import { PlusIcon } from '../ui/icons.tsx';
import { Empty, Page, Table } from '../ui/page.tsx';
import { NewWebhookDialog } from './new-webhook-dialog.tsx';
import { webhookKeys } from './queries.ts';
import type { Webhook } from './webhook.ts';

/** More than a principal can have. */
const MAX_SHOWN = 500;

export function WebhooksPage() {
  const { t } = useTranslation();
  useTitle(t('access.webhooks.page'));
  const navigate = useNavigate();
  const [isCreating, setIsCreating] = useState(false);
  const [made, setMade] = useState<{ id: string; secret: string }>();
  const { data, error, refetch } = useQuery({
    queryKey: webhookKeys.list,
    queryFn: async ({ signal }) => (await quaestor.webhooks.list({ limit: MAX_SHOWN }, { signal })).data,
  });
  return (
    <Page
      title={t('access.webhooks.page')}
      lead={t('access.webhooks.lead')}
      actions={
        <Button kind="filled" icon={<PlusIcon />} onClick={() => setIsCreating(true)}>
          {t('access.webhooks.new')}
        </Button>
      }
    >
      <Loaded data={data} error={error} onRetry={() => void refetch()} frame={styles['pad']}>
        {(webhooks) => <WebhookTable webhooks={webhooks} />}
      </Loaded>
      {isCreating && (
        <NewWebhookDialog
          onClose={() => setIsCreating(false)}
          onCreated={(created) => {
            setIsCreating(false);
            setMade(created);
          }}
        />
      )}
      {made !== undefined && (
        <SecretDialog
          title={t('access.secretTitle')}
          text={t('access.secretText')}
          label={t('access.secret')}
          secret={made.secret}
          onClose={() => {
            setMade(undefined);
            void navigate({ to: '/webhooks/$id', params: { id: made.id } });
          }}
        />
      )}
    </Page>
  );
}

function WebhookTable({ webhooks }: { webhooks: readonly Webhook[] }) {
  const { t } = useTranslation();
  if (webhooks.length === 0) return <Empty title={t('access.webhooks.empty')} />;
  return (
    <Table label={t('access.webhooks.page')}>
      <thead>
        <tr>
          {(['url', 'events', 'status'] as const).map((head) => (
            <th key={head} scope="col">
              {t(`access.webhooks.${head}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {webhooks.map((webhook) => (
          <tr key={webhook.id}>
            <th scope="row">
              <Link to="/webhooks/$id" params={{ id: webhook.id }}>
                {webhook.url}
              </Link>
              {webhook.description !== null && <span className={styles['small']}>{webhook.description}</span>}
            </th>
            <td>{webhook.types === null ? t('access.webhooks.allEvents') : webhook.types.join(', ')}</td>
            <td>
              <WebhookStatus webhook={webhook} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

export function WebhookStatus({ webhook: { enabled, failing_since } }: { webhook: Webhook }) {
  const { t } = useTranslation();
  if (!enabled) return t('access.webhooks.off');
  if (failing_since === null) return t('access.webhooks.on');
  return <span className={styles['bad']}>{t('access.webhooks.failing', { time: formatTime(failing_since) })}</span>;
}
