import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Question } from '../../../../client/src/index.ts';
import { quaestor } from '../../api/client.ts';
import { rememberChange } from '../../changes/own-changes.ts';
import { UndoButton } from '../../changes/undo.tsx';
import { Problem } from '../../states/problem.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays.tsx';
import { showToast } from '../../ui/toasts.tsx';
import styles from './drawer.module.css';
import { dropKept } from './kept-draft.ts';
import { useRefreshLists } from './use-save.ts';

/** A deletion can be undone from the toast or from the page of the question. */
export function DeleteDialog({
  question,
  onClose,
  onDeleted,
}: {
  question: Question;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const { t } = useTranslation();
  const refresh = useRefreshLists();
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => quaestor.questions.delete(question.id, { ifVersion: question.version }).withResponse(),
    onSuccess: async ({ response }) => {
      const change = response.headers.get('change-id');
      rememberChange(change);
      dropKept(question.id);
      onDeleted();
      showToast(t('question.deletedToast'), change !== null && <UndoButton change={change} />);
      await refresh();
    },
  });
  return (
    <Dialog opened onClose={onClose} title={t('question.deleteTitle')} closeLabel={t('action.close')}>
      <p className={styles['mergeText']}>{t('question.deleteText')}</p>
      {error !== null && <Problem error={error} />}
      <div className={styles['actions']}>
        <Button data-autofocus onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button kind="danger" disabled={isPending} onClick={() => mutate()}>
          {t('question.deleteButton')}
        </Button>
      </div>
    </Dialog>
  );
}
