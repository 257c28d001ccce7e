import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Import } from '../../../../client/src/index.ts';
import { RevertConflicts } from '../../activity/conflicts.tsx';
import { RevertDialog } from '../../activity/revert-dialog.tsx';
import { quaestor } from '../../api/client.ts';
import { changeKeys } from '../../changes/queries.ts';
import { useRefreshAfter } from '../../questions/use-refresh.ts';
import { Button } from '../../ui/button.tsx';
import { UndoIcon } from '../../ui/icons.tsx';
import styles from '../import.module.css';
import { importKeys } from '../queries.ts';

type Undo = NonNullable<Import['undo']>;

/** The questions of an import, and its undo. */
export function UndoImport({ record: { id, counts, undo } }: { record: Import }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const count = counts.created + counts.updated;
  const [isAsking, setIsAsking] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (includeChanged: boolean) => quaestor.imports.revert(id, { includeChanged }),
    onSuccess: async () => {
      setIsAsking(false);
      await client.invalidateQueries({ queryKey: importKeys.all });
    },
  });
  useRefreshAfter(undo?.status === 'succeeded');
  if (undo !== null)
    return undo.status === 'succeeded' ? <Undone undo={undo} /> : <p role="status">{t('import.report.undoing')}</p>;
  return (
    <>
      <div className={styles['start']}>
        <Link to="/questions" search={{ change_id: id }} className="button">
          {t('import.report.see', { count })}
        </Link>
        <Button icon={<UndoIcon size={14} />} onClick={() => setIsAsking(true)}>
          {t('import.report.undo')}
        </Button>
      </div>
      {isAsking && (
        <RevertDialog
          change={{ id, count }}
          title={t('import.report.undoTitle')}
          buttonOf={(reverted) => t('import.report.undoButton', { count: reverted })}
          isPending={isPending}
          error={error}
          onConfirm={mutate}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

/** The numbers of an undo, and the questions that it left alone. */
function Undone({ undo }: { undo: Undo }) {
  const { t } = useTranslation();
  const { data: change } = useQuery({
    queryKey: changeKeys.one(undo.change_id),
    enabled: undo.kept > 0,
    queryFn: ({ signal }) => quaestor.changes.get(undo.change_id, { signal }),
  });
  return (
    <>
      <p role="status">
        <b>{t(undo.kept > 0 ? 'import.report.partlyUndone' : 'import.report.undone')}.</b>{' '}
        {t('import.report.undoneText', { ...undo })}
      </p>
      {change !== undefined && change.conflict_count > 0 && <RevertConflicts change={change} />}
    </>
  );
}
