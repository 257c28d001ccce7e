import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../access/access.module.css';
import { AccessProblem } from '../access/access-problem.tsx';
import { Checks } from '../access/checks.tsx';
import { quaestor } from '../api/client.ts';
import { enAccess } from '../i18n/en-access.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/fields.tsx';
import { NativeSelect } from '../ui/native-select.tsx';
import { Dialog } from '../ui/overlays.tsx';
import { tokenKeys } from './queries.ts';
import type { Token } from './token.ts';

type Scope = Token['scopes'][number];

/** Keys of texts cannot contain a colon. The scopes to manage tokens and people are not offered to programs. */
const SCOPES = (Object.keys(enAccess.scope) as (keyof typeof enAccess.scope)[]).map((key) => ({
  key,
  value: key.replace('_', ':') as Scope,
}));
const EXPIRIES = [7, 30, 90, 365];
const DAY_MS = 24 * 60 * 60_000;

interface NewTokenProps {
  onClose: () => void;
  onCreated: (secret: string) => void;
}

export function NewTokenDialog({ onClose, onCreated }: NewTokenProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<Scope[]>(['questions:read']);
  const [days, setDays] = useState(90);
  const [isTried, setIsTried] = useState(false);
  const { mutate, isPending, error } = useMutation({
    gcTime: 0, // the reply contains the secret
    mutationFn: () =>
      quaestor.tokens.create({
        name: name.trim(),
        scopes,
        expires_at: new Date(Date.now() + days * DAY_MS).toISOString(),
      }),
    onSuccess: async ({ token }) => {
      onCreated(token);
      await client.invalidateQueries({ queryKey: tokenKeys.all });
    },
  });
  const isComplete = name.trim() !== '' && scopes.length > 0;
  return (
    <Dialog opened onClose={onClose} title={t('access.tokens.new')} closeLabel={t('action.close')}>
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
          label={t('access.tokens.name')}
          hint={t('access.tokens.nameHint')}
          error={isTried && name.trim() === '' ? t('question.required') : undefined}
          value={name}
          onValue={setName}
          maxLength={100}
          data-autofocus
        />
        <Checks
          legend={t('access.tokens.scopes')}
          values={scopes}
          onValues={setScopes}
          choices={SCOPES.map(({ key, value }) => ({ value, text: t(`access.scope.${key}`) }))}
          error={isTried && scopes.length === 0 ? t('access.tokens.scopesMissing') : undefined}
        />
        <NativeSelect
          label={t('access.tokens.expiry')}
          value={String(days)}
          onValue={(value) => setDays(Number(value))}
          choices={EXPIRIES.map((count) => ({ value: String(count), label: t('access.tokens.days', { count }) }))}
        />
        <div className={styles['buttons']}>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="filled" type="submit" disabled={isPending}>
            {t('access.tokens.create')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
