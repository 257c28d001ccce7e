import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConflictError } from '../../../client/src/index.ts';
import { quaestor } from '../api/client.ts';
import { Problem } from '../states/problem.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/fields.tsx';
import { Dialog } from '../ui/overlays.tsx';
import styles from './categories.module.css';
import type { Merge } from './use-merge.ts';

interface RenameProps {
  name: string;
  onClose: () => void;
  /** Called with the merge that moves its questions, if it has any. */
  onDone: (begun: Merge | undefined) => void;
}

export function RenameDialog({ name, onClose, onDone }: RenameProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(name);
  const next = typed.trim();
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => quaestor.categories.rename(name, { name: next }),
    onSuccess: (reply) => onDone('status' in reply ? reply : undefined),
  });
  const isTaken = error instanceof ConflictError;
  const isReady = next !== '' && next !== name && !isPending;
  return (
    <Dialog opened onClose={onClose} title={t('categories.renameTitle', { name })} closeLabel={t('action.close')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) mutate();
        }}
      >
        <TextField
          label={t('categories.newName')}
          value={typed}
          onValue={setTyped}
          maxLength={100}
          error={isTaken ? t('categories.taken') : undefined}
          data-autofocus
        />
        {error !== null && !isTaken && <Problem error={error} />}
        <div className={styles['buttons']}>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button type="submit" kind="filled" disabled={!isReady}>
            {t('categories.rename')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
