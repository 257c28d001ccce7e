import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Question } from '../../../../client/src/index.ts';
import { useMay } from '../../api/session.ts';
import { useKeyNames } from '../../i18n/key-names.ts';
import { Problem } from '../../states/problem.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { useHotkeys } from '../../ui/hotkeys.ts';
import { LinkIcon, TrashIcon } from '../../ui/icons.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { changesTo, type Draft, draftOf, type Errors, missingFields } from './draft.ts';
import { DraftNote } from './draft-note.tsx';
import styles from './drawer.module.css';
import { FormPane } from './form-pane.tsx';
import { dropKept, readKept, useKept } from './kept-draft.ts';
import { LeaveDialog } from './leave-dialog.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { type NeighbourState, Neighbours } from './neighbours.tsx';
import { Panel, PanelHeader } from './panel.tsx';
import { SaveStatus, useOfflineCheck } from './save-status.tsx';
import { SideTabs } from './side-tabs.tsx';
import { useSave } from './use-save.ts';
import { violationsOf } from './violations.ts';

interface EditProps {
  question: Question;
  /** The address of the list behind the drawer. */
  neighbours: NeighbourState;
  onClose: () => void;
}

export function EditQuestion({ question, neighbours, onClose }: EditProps) {
  const { t } = useTranslation();
  const keyName = useKeyNames();
  const mayWrite = useMay('questions:write');
  const mayDelete = useMay('questions:delete');
  // The version at the start of editing. Changes that others save in the meantime are handled on saving.
  const [base, setBase] = useState(question);
  const [draft, setDraft] = useState<Draft>(() => draftOf(question));
  const [missing, setMissing] = useState<Errors>({});
  const [isDeleting, setIsDeleting] = useState(false);
  const afterSave = useRef<() => void>(undefined);
  const isDirty = Object.keys(changesTo(draftOf(base), draft)).length > 0;
  if (!isDirty && question.version > base.version) {
    setBase(question);
    setDraft(draftOf(question));
  }
  const isKept = useKept(base.id, base.version, draft, isDirty);
  const take = (saved: Question) => {
    setBase(saved);
    setDraft(draftOf(saved));
    dropKept(saved.id);
    showToast(t('question.savedToast'));
  };
  // Navigate only after the state says that everything is saved; otherwise the leave dialog would open.
  useEffect(() => {
    if (isDirty) return;
    afterSave.current?.();
    afterSave.current = undefined;
  }, [isDirty]);
  const saving = useSave(base, take);
  const { conflict } = saving;
  const { rejectOffline, isRejected } = useOfflineCheck();
  const errors = { ...violationsOf(saving.error), ...missing };
  const submit = (then?: () => void) => {
    const found = missingFields(draft, t('question.required'));
    setMissing(found);
    if (Object.keys(found).length > 0 || !mayWrite || saving.isPending) return;
    if (!isDirty) return then?.();
    if (rejectOffline()) return;
    afterSave.current = then;
    saving.save(draft);
  };
  const discard = () => {
    afterSave.current = undefined;
    setDraft(draftOf(base));
    setMissing({});
    saving.reset();
    dropKept(base.id);
  };
  useHotkeys(
    { 'mod+s': () => submit(), 'mod+Enter': () => submit(neighbours.next) },
    { overOverlays: conflict === undefined },
  );
  const copyLink = async () => {
    await navigator.clipboard.writeText(`${location.origin}/questions/${base.id}`);
    showToast(t('action.copied'));
  };
  return (
    <Panel label={t('question.edit')} id={base.id} onClose={onClose} isCovered={conflict !== undefined || isDeleting}>
      <PanelHeader
        title={t('question.edit')}
        onClose={onClose}
        start={<Neighbours {...neighbours} />}
        end={
          <>
            {isDirty && <span className={styles['unsaved']}>{t('question.notSaved')}</span>}
            <IconButton label={t('question.copyLink')} onClick={() => void copyLink()}>
              <LinkIcon />
            </IconButton>
            {mayDelete && (
              <IconButton label={t('question.delete')} onClick={() => setIsDeleting(true)}>
                <TrashIcon />
              </IconButton>
            )}
          </>
        }
      />
      <div className={styles['body']}>
        <FormPane
          draft={draft}
          onChange={(change) => setDraft({ ...draft, ...change })}
          errors={errors}
          readOnly={!mayWrite}
          id={base.id}
        >
          <DraftNote kept={readKept(base.id)} isDirty={isDirty} onUse={setDraft} onDrop={() => dropKept(base.id)} />
          {saving.error !== null && Object.keys(errors).length === 0 && <Problem error={saving.error} />}
        </FormPane>
        <SideTabs
          draft={draft}
          id={base.id}
          updatedAt={base.updated_at}
          onRestore={mayWrite && !isDirty ? (version) => saving.save(draftOf(version.question)) : undefined}
        />
      </div>
      {mayWrite && (
        <footer className={styles['footer']}>
          <SaveStatus isRejected={isRejected} isKept={isKept && isDirty} />
          <Button kind="quiet" disabled={!isDirty} onClick={discard}>
            {t('question.discard')}
          </Button>
          <Button hotkey={keyName('Ctrl S')} onClick={() => submit()}>
            {t('question.save')}
          </Button>
          <Button
            kind="filled"
            hotkey={keyName('Ctrl Enter')}
            disabled={neighbours.next === undefined}
            onClick={() => submit(neighbours.next)}
          >
            {t('question.saveNext')}
          </Button>
        </footer>
      )}
      {conflict !== undefined && (
        <MergeDialog
          key={conflict.version} // a third version resets the choices
          id={base.id}
          {...conflict}
          onClose={saving.dropConflict}
          onSave={(merged) => saving.saveMerged(conflict, merged)}
        />
      )}
      {isDeleting && <DeleteDialog question={base} onClose={() => setIsDeleting(false)} onDeleted={onClose} />}
      <LeaveDialog isDirty={isDirty && !isDeleting} onLeave={() => dropKept(base.id)} />
    </Panel>
  );
}
