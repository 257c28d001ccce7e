import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Import } from '../../../../client/src/index.ts';
import { quaestor } from '../../api/client.ts';
import { useRefreshAfter } from '../../questions/use-refresh.ts';
import { Problem } from '../../states/problem.tsx';
import { Button } from '../../ui/button.tsx';
import { UndoIcon } from '../../ui/icons.tsx';
import { Dialog } from '../../ui/overlays.tsx';
import styles from '../import.module.css';
import { importKeys } from '../queries.ts';

export function UndoImport({ record: { id, counts, undo } }: { record: Import }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => quaestor.imports.revert(id),
    onSuccess: async () => {
      setIsAsking(false);
      await client.invalidateQueries({ queryKey: importKeys.all });
    },
  });
  const isUndone = undo?.status === 'succeeded';
  useRefreshAfter(isUndone);
  if (undo !== null)
    return (
      <p role="status">
        {isUndone ? (
          <>
            <b>{t('import.report.undone')}.</b> {t('import.report.undoneText', { ...undo })}
          </>
        ) : (
          t('import.report.undoing')
        )}
      </p>
    );
  return (
    <>
      <div className={styles['start']}>
        <Button icon={<UndoIcon size={14} />} onClick={() => setIsAsking(true)}>
          {t('import.report.undo')}
        </Button>
      </div>
      <Dialog
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('import.report.undoTitle')}
        closeLabel={t('action.close')}
      >
        <div className={styles['form']}>
          {error !== null && <Problem error={error} />}
          <p>{t('import.report.undoText')}</p>
          <div className={styles['buttons']}>
            <Button onClick={() => setIsAsking(false)}>{t('action.cancel')}</Button>
            <Button kind="danger" disabled={isPending} onClick={() => mutate()}>
              {t('import.report.undoButton', { count: counts.created + counts.updated })}
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  );
}
