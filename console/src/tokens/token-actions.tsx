import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../access/access.module.css';
import { ConfirmDialog } from '../access/confirm-dialog.tsx';
import { quaestor } from '../api/client.ts';
import { Button } from '../ui/button.tsx';
import { tokenKeys } from './queries.ts';
import type { Token } from './token.ts';

const GRACE_SECONDS = 3600;

interface TokenActionsProps {
  token: Token;
  onSecret: (secret: string) => void;
}

/** The operator's tokens cannot be rotated, only revoked. */
export function TokenActions({ token: { id, kind, name }, onSecret }: TokenActionsProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [asking, setAsking] = useState<'rotate' | 'revoke'>();
  const refresh = () => client.invalidateQueries({ queryKey: tokenKeys.all });
  const rotate = useMutation({
    gcTime: 0, // the reply contains the secret
    mutationFn: () => quaestor.tokens.rotate(id, { grace_seconds: GRACE_SECONDS }),
    onSuccess: async ({ token }) => {
      setAsking(undefined);
      onSecret(token);
      await refresh();
    },
  });
  const revoke = useMutation({
    mutationFn: () => quaestor.tokens.revoke(id),
    onSuccess: async () => {
      setAsking(undefined);
      await refresh();
    },
  });
  return (
    <div className={styles['actions']}>
      {kind !== 'operator' && (
        <Button small onClick={() => setAsking('rotate')} aria-label={`${t('access.tokens.rotate')} ${name}`}>
          {t('access.tokens.rotate')}
        </Button>
      )}
      <Button small onClick={() => setAsking('revoke')} aria-label={`${t('access.tokens.revoke')} ${name}`}>
        {t('access.tokens.revoke')}
      </Button>
      {asking === 'rotate' && (
        <ConfirmDialog
          title={t('access.tokens.rotateTitle', { name })}
          text={t('access.tokens.rotateText')}
          button={t('access.tokens.rotate')}
          isPending={rotate.isPending}
          error={rotate.error}
          onConfirm={() => rotate.mutate()}
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking === 'revoke' && (
        <ConfirmDialog
          title={t('access.tokens.revokeTitle', { name })}
          text={t('access.tokens.revokeText')}
          typed={{ label: t('access.tokens.revokeType', { name }), value: name }}
          button={t('access.tokens.revoke')}
          isDanger
          isPending={revoke.isPending}
          error={revoke.error}
          onConfirm={() => revoke.mutate()}
          onClose={() => setAsking(undefined)}
        />
      )}
    </div>
  );
}
