import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../../client/src/index.ts';
import { ConfirmChange } from '../../changes/confirm-change.tsx';
import { Problem } from '../../states/problem.tsx';
import { Dialog } from '../../ui/overlays.tsx';
import type { ListFilter } from '../filter.ts';
import { beginBulk } from './run-bulk.tsx';
import styles from './selection.module.css';
import { countSelected, MAX_IDS, type Selection } from './selection.ts';
import { type Asked, isTooMany, requestOf } from './work.ts';

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
  const count = countSelected(selection);
  const isDeletion = asked.text === 'delete';
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => beginBulk(await requestOf(selection, filter, asked.work)),
    onSuccess: onDone,
  });
  const hasMoved = error instanceof ApiError && error.code === 'count_mismatch';
  const title = t(`bulk.ask.${asked.text}`, { count, value: asked.value });
  if (isTooMany(selection))
    return (
      <Dialog opened onClose={onClose} title={title} closeLabel={t('action.close')}>
        <p className={styles['text']}>{t('bulk.tooMany', { count: MAX_IDS })}</p>
      </Dialog>
    );
  return (
    <ConfirmChange
      title={title}
      count={count}
      button={t(isDeletion ? 'bulk.delete' : 'bulk.change', { count })}
      isDanger={isDeletion}
      isOff={isPending || hasMoved}
      onConfirm={() => mutate()}
      onClose={hasMoved ? onDone : onClose}
    >
      <p>{isDeletion ? t('bulk.deleteText') : t('bulk.text')}</p>
      {hasMoved ? (
        <p role="alert" className="field-error">
          {t('bulk.moved')}
        </p>
      ) : (
        error !== null && <Problem error={error} />
      )}
    </ConfirmChange>
  );
}
