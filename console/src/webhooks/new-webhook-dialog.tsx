import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Checks } from '../access/checks.tsx';
import { CreateDialog } from '../access/create-dialog.tsx';
import { quaestor } from '../api/client.ts';
import { TextField } from '../ui/fields.tsx';
import { Radios } from '../ui/radios.tsx';
import { webhookKeys } from './queries.ts';
import { EVENT_TYPES, type EventType } from './webhook.ts';

interface NewWebhookProps {
  onClose: () => void;
  onCreated: (created: { id: string; secret: string }) => void;
}

export function NewWebhookDialog({ onClose, onCreated }: NewWebhookProps) {
  const { t } = useTranslation();
  const [url, setUrl] = useState('');
  const [description, setDescription] = useState('');
  const [which, setWhich] = useState<'allEvents' | 'someEvents'>('allEvents');
  const [types, setTypes] = useState<EventType[]>([]);
  return (
    <CreateDialog
      title={t('access.webhooks.new')}
      button={t('access.webhooks.create')}
      isComplete={url.trim() !== '' && (which === 'allEvents' || types.length > 0)}
      create={() =>
        quaestor.webhooks.create({
          url: url.trim(),
          ...(description.trim() !== '' && { description: description.trim() }),
          ...(which === 'someEvents' && { types }),
        })
      }
      onCreated={({ id, secret }) => onCreated({ id, secret })}
      queryKey={webhookKeys.all}
      onClose={onClose}
    >
      {(isTried) => (
        <>
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
        </>
      )}
    </CreateDialog>
  );
}
