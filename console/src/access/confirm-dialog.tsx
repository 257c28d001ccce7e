import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/fields.tsx';
import { Dialog } from '../ui/overlays.tsx';
import styles from './access.module.css';
import { AccessProblem } from './access-problem.tsx';

interface ConfirmProps {
  title: string;
  text: string;
  button: string;
  /** The user has to type this first, for actions that cannot be undone. */
  typed?: { label: string; value: string };
  isDanger?: boolean;
  isPending: boolean;
  error: Error | null;
  onConfirm: () => void;
  onClose: () => void;
}

export function ConfirmDialog({
  title,
  text,
  button,
  typed,
  isDanger = false,
  isPending,
  error,
  onConfirm,
  onClose,
}: ConfirmProps) {
  const { t } = useTranslation();
  const [given, setGiven] = useState('');
  const isReady = typed === undefined || given === typed.value;
  return (
    <Dialog opened onClose={onClose} title={title} closeLabel={t('action.close')}>
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) onConfirm();
        }}
      >
        <AccessProblem error={error} />
        <p>{text}</p>
        {typed !== undefined && (
          <TextField label={typed.label} value={given} onValue={setGiven} autoComplete="off" data-autofocus />
        )}
        <div className={styles['buttons']}>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind={isDanger ? 'danger' : 'filled'} type="submit" disabled={isPending || !isReady}>
            {button}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
