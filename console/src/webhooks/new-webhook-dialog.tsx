import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../access/access.module.css';
import { AccessProblem } from '../access/access-problem.tsx';
import { Checks } from '../access/checks.tsx';
import { quaestor } from '../api/client.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/fields.tsx';
import { Dialog } from '../ui/overlays.tsx';
import { Radios } from '../ui/radios.tsx';
import { webhookKeys } from './queries.ts';
import { EVENT_TYPES, type EventType } from './webhook.ts';

interface NewWebhookProps {
  onClose: () => void;
  onCreated: (created: { id: string; secret: string }) => void;
}

export function NewWebhookDialog({ onClose, onCreated }: NewWebhookProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [url, setUrl] = useState('');
  const [description, setDescription] = useState('');
  const [which, setWhich] = useState<'allEvents' | 'someEvents'>('allEvents');
  const [types, setTypes] = useState<EventType[]>([]);
  const [isTried, setIsTried] = useState(false);
  const { mutate, isPending, error } = useMutation({
    gcTime: 0, // the reply contains the secret
    mutationFn: () =>
      quaestor.webhooks.create({
        url: url.trim(),
        ...(description.trim() !== '' && { description: description.trim() }),
        ...(which === 'someEvents' && { types }),
      }),
    onSuccess: async ({ id, secret }) => {
      onCreated({ id, secret });
      await client.invalidateQueries({ queryKey: webhookKeys.all });
    },
  });
  const isComplete = url.trim() !== '' && (which === 'allEvents' || types.length > 0);
  return (
    <Dialog opened onClose={onClose} title={t('access.webhooks.new')} closeLabel={t('action.close')}>
      <form
        className={styles['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setIsTried(true);
          if (isComplete) mutate();
        }}
      >
        <AccessProblem error={error} />
        <TextField
          label={t('access.webhooks.url')}
          hint={t('access.webhooks.urlHint')}
          error={isTried && url.trim() === '' ? t('question.required') : undefined}
          value={url}
          onValue={setUrl}
          type="url"
          placeholder="https://"
          data-autofocus
        />
        <TextField
          label={t('access.webhooks.description')}
          value={description}
          onValue={setDescription}
          maxLength={200}
        />
        <Radios
          legend={t('access.webhooks.events')}
          value={which}
          onValue={setWhich}
          choices={(['allEvents', 'someEvents'] as const).map((value) => ({
            value,
            label: t(`access.webhooks.${value}`),
          }))}
        />
        {which === 'someEvents' && (
          <Checks
            legend={t('access.webhooks.someEvents')}
            values={types}
            onValues={setTypes}
            choices={EVENT_TYPES.map((value) => ({ value }))}
            error={isTried && types.length === 0 ? t('access.webhooks.eventsMissing') : undefined}
          />
        )}
        <div className={styles['buttons']}>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="filled" type="submit" disabled={isPending}>
            {t('access.webhooks.create')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
