import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/fields.tsx';
import { Dialog } from '../ui/overlays.tsx';
import styles from './changes.module.css';

/** Above this number, the user has to type the number to confirm. */
const TYPED_ABOVE = 1000;

interface ConfirmChangeProps {
  title: string;
  /** The number of questions that change. */
  count: number;
  button: string;
  isDanger?: boolean;
  /** Set until the number is known. */
  isCounting?: boolean;
  /** Set while the change cannot be confirmed. */
  isOff: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Asks before a change of many questions, with its number on the button. */
export function ConfirmChange(props: ConfirmChangeProps) {
  const { title, count, button, isDanger = false, isCounting = false, isOff, onConfirm, onClose, children } = props;
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!isCounting) form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [isCounting]);
  const mustType = !isCounting && count > TYPED_ABOVE;
  const isReady = !isOff && (!mustType || typed.replaceAll(/\D/gu, '') === String(count));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) onConfirm();
  };
  return (
    <Dialog opened onClose={onClose} title={title} closeLabel={t('action.close')}>
      <form ref={form} onSubmit={submit}>
        <div className={styles['ask']}>{children}</div>
        {mustType && (
          <TextField
            label={t('bulk.typeCount', { count })}
            value={typed}
            onValue={setTyped}
            inputMode="numeric"
            autoComplete="off"
            data-autofocus
          />
        )}
        <div className={styles['actions']}>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          {!isCounting && (
            <Button
              type="submit"
              kind={isDanger ? 'danger' : 'filled'}
              disabled={!isReady}
              data-autofocus={mustType ? undefined : true}
            >
              {button}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
