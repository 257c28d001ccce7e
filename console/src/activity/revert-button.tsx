import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Change } from '../../../client/src/index.ts';
import { useMay } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { UndoIcon } from '../ui/icons.tsx';
import { showToast } from '../ui/toasts.tsx';
import styles from './activity.module.css';
import { RevertDialog } from './revert-dialog.tsx';
import { type Conflict, useRevert } from './use-revert.ts';

interface RevertProps {
  change: Change;
  onConflicts: (conflicts: readonly Conflict[]) => void;
}

/** Asks before it reverts, because the change may have thousands of questions. */
export function RevertButton({ change, onConflicts }: RevertProps) {
  const { t } = useTranslation();
  const { id, count, gone } = change;
  const mayWrite = useMay('questions:write');
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const { mutate, isPending, error } = useRevert(id, (result) => {
    setIsAsking(false);
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
      <Button small icon={<UndoIcon size={14} />} onClick={() => setIsAsking(true)}>
        {count > 1 ? t('activity.revertMany', { count }) : t('activity.revert')}
      </Button>
      {isAsking && (
        <RevertDialog
          change={change}
          title={t('activity.ask', { count })}
          buttonOf={(reverted) => t('activity.revertCount', { count: reverted })}
          isPending={isPending}
          error={error}
          onConfirm={mutate}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
