import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../client/src/index.ts';
import styles from '../access/access.module.css';
import { AccessProblem } from '../access/access-problem.tsx';
import { ConfirmDialog } from '../access/confirm-dialog.tsx';
import { addPasskey } from '../access/passkey.ts';
import { quaestor } from '../api/client.ts';
import { sessionOptionsQuery } from '../api/queries.ts';
import { formatTime } from '../i18n/format.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/fields.tsx';
import { showToast } from '../ui/toasts.tsx';
import { settingsKeys } from './queries.ts';

interface Passkey {
  id: string;
  name: string;
}

export function Passkeys() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [isTried, setIsTried] = useState(false);
  const [removed, setRemoved] = useState<Passkey>();
  const ways = useQuery(sessionOptionsQuery);
  const isOffered = ways.data?.passkey === true;
  const list = useQuery({
    queryKey: settingsKeys.passkeys,
    enabled: isOffered,
    queryFn: async ({ signal }) => (await quaestor.passkeys.list({ signal })).data,
  });
  const refresh = () => client.invalidateQueries({ queryKey: settingsKeys.passkeys });
  const add = useMutation({
    mutationFn: () => addPasskey(name.trim()),
    onSuccess: async () => {
      setName('');
      setIsTried(false);
      showToast(t('access.settings.passkeyAdded'));
      await refresh();
    },
  });
  const remove = useMutation({
    mutationFn: (id: string) => quaestor.passkeys.delete(id),
    onSuccess: async () => {
      setRemoved(undefined);
      await refresh();
    },
  });
  return (
    <section className={`${styles['section']} ${styles['narrow']}`}>
      <h2>{t('access.settings.passkeys')}</h2>
      <p>{isOffered ? t('access.settings.passkeysText') : t('access.settings.passkeysOff')}</p>
      {list.data?.length === 0 && <p>{t('access.settings.noPasskeys')}</p>}
      {list.data !== undefined && list.data.length > 0 && (
        <ul className={styles['list']} aria-label={t('access.settings.passkeys')}>
          {list.data.map(({ id, name: device, created_at, last_used_at }) => (
            <li key={id}>
              <span>
                {device}
                <span className={styles['small']}>
                  {last_used_at === null
                    ? t('access.settings.added', { time: formatTime(created_at) })
                    : t('access.settings.lastUsed', { time: formatTime(last_used_at) })}
                </span>
              </span>
              <Button small onClick={() => setRemoved({ id, name: device })}>
                {t('access.settings.removePasskey')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isOffered && (
        <form
          className={styles['form']}
          onSubmit={(event) => {
            event.preventDefault();
            setIsTried(true);
            if (name.trim() !== '') add.mutate();
          }}
        >
          {add.error instanceof ApiError ? (
            <AccessProblem error={add.error} />
          ) : (
            add.error !== null && (
              <p className="field-error" role="alert">
                {t('access.settings.passkeyFailed')}
              </p>
            )
          )}
          <TextField
            label={t('access.settings.passkeyName')}
            error={isTried && name.trim() === '' ? t('question.required') : undefined}
            value={name}
            onValue={setName}
            maxLength={100}
          />
          <div>
            <Button type="submit" disabled={add.isPending}>
              {t('access.settings.addPasskey')}
            </Button>
          </div>
        </form>
      )}
      {removed !== undefined && (
        <ConfirmDialog
          title={t('access.settings.removePasskeyTitle', { name: removed.name })}
          text={t('access.settings.removePasskeyText')}
          button={t('access.settings.removePasskeyButton')}
          isDanger
          isPending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(removed.id)}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </section>
  );
}
