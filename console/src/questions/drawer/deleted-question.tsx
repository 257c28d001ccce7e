import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { quaestor } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { Problem } from '../../states/problem.tsx';
import { Button } from '../../ui/button.tsx';
import { UndoIcon } from '../../ui/icons.tsx';
import { showToast } from '../../ui/toasts.tsx';
import styles from './drawer.module.css';
import { History } from './history.tsx';
import { Panel, PanelHeader } from './panel.tsx';
import { useRefreshLists } from './use-save.ts';
import { useVersions } from './use-versions.ts';

/** Shown if the question does not exist. If it was deleted, its history is shown, and it can be restored. */
export function DeletedQuestion({ id, error, onClose }: { id: string; error: Error; onClose: () => void }) {
  const { t } = useTranslation();
  const mayDelete = useMay('questions:delete');
  const refresh = useRefreshLists();
  const { versions, isPending } = useVersions(id);
  const wasDeleted = versions[0]?.change === 'deleted';
  const restoring = useMutation({
    mutationFn: () => quaestor.questions.restore(id),
    onSuccess: async () => {
      showToast(t('question.restoredToast'));
      await refresh();
    },
  });
  return (
    <Panel label={t('question.deleted')} onClose={onClose}>
      <PanelHeader title={wasDeleted ? t('question.deleted') : t('state.notFound')} onClose={onClose} />
      <div className={styles['alone']}>
        {isPending && <p role="status">{t('app.loading')}</p>}
        {!isPending && !wasDeleted && <Problem error={error} />}
        {wasDeleted && (
          <>
            <p className={styles['asked']}>{versions[0]?.question.question_text}</p>
            <p>{t('question.deletedNoteFix')}</p>
            {restoring.error !== null && <Problem error={restoring.error} />}
            {mayDelete && (
              <Button
                kind="filled"
                icon={<UndoIcon />}
                disabled={restoring.isPending}
                onClick={() => restoring.mutate()}
              >
                {t('question.restore')}
              </Button>
            )}
            <h2>{t('question.history')}</h2>
            <History id={id} onRestore={undefined} />
          </>
        )}
      </div>
    </Panel>
  );
}
