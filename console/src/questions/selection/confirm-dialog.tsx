import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../../client/src/index.ts';
import { Problem } from '../../states/problem.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Dialog } from '../../ui/overlays.tsx';
import type { ListFilter } from '../filter.ts';
import { beginBulk } from './run-bulk.tsx';
import styles from './selection.module.css';
import { countSelected, MAX_IDS, type Selection } from './selection.ts';
import { type Asked, isTooMany, requestOf } from './work.ts';

/** Above this number, the user has to type the number to confirm. */
const TYPED_ABOVE = 1000;

interface ConfirmProps {
  asked: Asked;
  selection: Selection;
  filter: ListFilter;
  onClose: () => void;
  /** Called when the change has started, or when the list has changed since the selection. */
  onDone: () => void;
}

export function ConfirmDialog({ asked, selection, filter, onClose, onDone }: ConfirmProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const count = countSelected(selection);
  const isDeletion = asked.text === 'delete';
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => beginBulk(await requestOf(selection, filter, asked.work)),
    onSuccess: onDone,
  });
  const hasMoved = error instanceof ApiError && error.code === 'count_mismatch';
  const mustType = count > TYPED_ABOVE;
  const isConfirmed = !mustType || typed.replaceAll(/\D/gu, '') === String(count);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isConfirmed && !isPending) mutate();
  };
  const close = hasMoved ? onDone : onClose;
  return (
    <Dialog
      opened
      onClose={close}
      title={t(`bulk.ask.${asked.text}`, { count, value: asked.value })}
      closeLabel={t('action.close')}
    >
      {isTooMany(selection) ? (
        <p className={styles['text']}>{t('bulk.tooMany', { count: MAX_IDS })}</p>
      ) : (
        <form onSubmit={submit}>
          <p className={styles['text']}>{isDeletion ? t('bulk.deleteText') : t('bulk.text')}</p>
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
          {hasMoved ? (
            <p role="alert" className="field-error">
              {t('bulk.moved')}
            </p>
          ) : (
            error !== null && <Problem error={error} />
          )}
          <div className={styles['actions']}>
            <Button onClick={close}>{t('action.cancel')}</Button>
            <Button
              type="submit"
              kind={isDeletion ? 'danger' : 'filled'}
              disabled={!isConfirmed || isPending || hasMoved}
              data-autofocus={mustType ? undefined : true}
            >
              {t(isDeletion ? 'bulk.delete' : 'bulk.change', { count })}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
