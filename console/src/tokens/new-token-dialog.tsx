import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Checks } from '../access/checks.tsx';
import { CreateDialog } from '../access/create-dialog.tsx';
import { quaestor } from '../api/client.ts';
import { enAccess } from '../i18n/en-access.ts';
import { TextField } from '../ui/fields.tsx';
import { NativeSelect } from '../ui/native-select.tsx';
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
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<Scope[]>(['questions:read']);
  const [days, setDays] = useState(90);
  return (
    <CreateDialog
      title={t('access.tokens.new')}
      button={t('access.tokens.create')}
      isComplete={name.trim() !== '' && scopes.length > 0}
      create={() =>
        quaestor.tokens.create({
          name: name.trim(),
          scopes,
          expires_at: new Date(Date.now() + days * DAY_MS).toISOString(),
        })
      }
      onCreated={({ token }) => onCreated(token)}
      queryKey={tokenKeys.all}
      onClose={onClose}
    >
      {(isTried) => (
        <>
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
        </>
      )}
    </CreateDialog>
  );
}
