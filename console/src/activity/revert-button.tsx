import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ApiError, type Change } from '../../../client/src/index.ts';
import { useMay } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { UndoIcon } from '../ui/icons.tsx';
import { showToast } from '../ui/toasts.tsx';
import styles from './activity.module.css';
import { type Conflict, useRevert } from './use-revert.ts';

interface RevertProps {
  change: Change;
  onConflicts: (conflicts: readonly Conflict[]) => void;
}

export function RevertButton({ change: { id, count, gone }, onConflicts }: RevertProps) {
  const { t } = useTranslation();
  const mayWrite = useMay('questions:write');
  const navigate = useNavigate();
  const { mutate, isPending, error } = useRevert(id, (result) => {
    const made = 'change' in result ? result.change : result;
    onConflicts('conflicts' in result ? result.conflicts : []);
    showToast(
      'reverted' in result ? t('activity.reverted', { count: result.reverted }) : t('activity.revertStarted'),
      <button
        type="button"
        className={styles['see']}
        onClick={() => void navigate({ to: '/activity', search: { change: made.id } })}
      >
        {t('activity.see')}
      </button>,
    );
  });
  if (!mayWrite || count === gone) return null;
  return (
    <>
      {error !== null && (
        <span role="alert" className="field-error">
          {error instanceof ApiError ? error.message : t('state.unreachable')}
        </span>
      )}
      <Button small icon={<UndoIcon size={14} />} disabled={isPending} onClick={() => mutate()}>
        {count > 1 ? t('activity.revertMany', { count }) : t('activity.revert')}
      </Button>
    </>
  );
}
