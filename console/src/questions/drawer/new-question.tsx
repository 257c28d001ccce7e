import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Question } from '../../../../client/src/index.ts';
import { quaestor } from '../../api/client.ts';
import { useKeyNames } from '../../i18n/key-names.ts';
import { Problem } from '../../states/problem.tsx';
import { Button } from '../../ui/button.tsx';
import { useHotkeys } from '../../ui/hotkeys.ts';
import { showToast } from '../../ui/toasts.tsx';
import { useCategories } from '../facts.tsx';
import { questionQuery } from '../queries.ts';
import { useQuestionSearch } from '../use-search.ts';
import { cleaned, copyOf, type Draft, type Errors, emptyDraft, isSame, missingFields } from './draft.ts';
import { DraftNote } from './draft-note.tsx';
import styles from './drawer.module.css';
import { FormPane } from './form-pane.tsx';
import { dropKept, readKept, useKept } from './kept-draft.ts';
import { LeaveDialog } from './leave-dialog.tsx';
import { Panel, PanelHeader } from './panel.tsx';
import { Preview } from './preview.tsx';
import { SaveStatus, useOfflineCheck } from './save-status.tsx';
import { useRefreshLists } from './use-save.ts';
import { violationsOf } from './violations.ts';

const KEY = 'new';

export function NewQuestion() {
  const search = useQuestionSearch();
  const categories = useCategories();
  const { copy } = useSearch({ from: '/framed/questions/new' });
  const copied = useQuery({ ...questionQuery(copy ?? ''), enabled: copy !== undefined });
  // The form needs the categories, and a copy needs its original, so it waits for them.
  if (categories.length === 0 || (copy !== undefined && copied.isPending)) return null;
  const filtered = search.category ?? [];
  return <NewForm category={filtered.length === 1 ? (filtered[0] ?? '') : ''} original={copied.data} />;
}

function NewForm({ category, original }: { category: string; original: Question | undefined }) {
  const { t } = useTranslation();
  const keyName = useKeyNames();
  const search = useQuestionSearch();
  const navigate = useNavigate();
  const refresh = useRefreshLists();
  const [base, setBase] = useState(() => emptyDraft(category));
  const [draft, setDraft] = useState<Draft>(() => (original === undefined ? base : copyOf(original)));
  const [missing, setMissing] = useState<Errors>({});
  const isDone = useRef(false);
  const isDirty = !isSame(cleaned(draft), cleaned(base));
  const isKept = useKept(KEY, 0, draft, isDirty);
  const close = () => void navigate({ to: '/questions', search });
  const creating = useMutation({
    mutationFn: (_andAnother: boolean) => quaestor.questions.create(cleaned(draft)),
    onSuccess: async (created, andAnother) => {
      dropKept(KEY);
      showToast(t('question.createdToast'));
      if (andAnother) {
        const { difficulty, topic_focus, language, status } = draft;
        const next = { ...emptyDraft(draft.category), difficulty, topic_focus, language, status };
        setBase(next);
        setDraft(next);
        document.querySelector<HTMLElement>('textarea[name="question_text"]')?.focus();
      } else {
        isDone.current = true;
        await navigate({
          to: '/questions/$id',
          params: { id: created.id },
          search,
          replace: true,
          ignoreBlocker: true,
        });
      }
      await refresh();
    },
  });
  const errors = { ...violationsOf(creating.error), ...missing };
  const { rejectOffline, isRejected } = useOfflineCheck();
  const submit = (andAnother: boolean) => {
    const found = missingFields(draft, t('question.required'));
    setMissing(found);
    if (Object.keys(found).length === 0 && !creating.isPending && !rejectOffline()) creating.mutate(andAnother);
  };
  useHotkeys({ 'mod+s': () => submit(false), 'mod+Enter': () => submit(true) }, { overOverlays: true });
  return (
    <Panel label={t('question.create')} onClose={close}>
      <PanelHeader
        title={t('question.create')}
        onClose={close}
        end={isDirty && <span className={styles['unsaved']}>{t('question.notSaved')}</span>}
      />
      <div className={styles['body']}>
        <FormPane
          draft={draft}
          onChange={(change) => setDraft({ ...draft, ...change })}
          errors={errors}
          readOnly={false}
        >
          <DraftNote kept={readKept(KEY)} isDirty={isDirty} onUse={setDraft} onDrop={() => dropKept(KEY)} />
          {creating.error !== null && Object.keys(errors).length === 0 && <Problem error={creating.error} />}
        </FormPane>
        <aside className={styles['side']} aria-label={t('question.preview')}>
          <Preview draft={draft} />
        </aside>
      </div>
      <footer className={styles['footer']}>
        <SaveStatus isRejected={isRejected} isKept={isKept && isDirty} />
        <Button hotkey={keyName('Ctrl Enter')} onClick={() => submit(true)}>
          {t('question.addAnother')}
        </Button>
        <Button kind="filled" hotkey={keyName('Ctrl S')} onClick={() => submit(false)}>
          {t('question.add')}
        </Button>
      </footer>
      <LeaveDialog isDirty={isDirty && !isDone.current} onLeave={() => dropKept(KEY)} />
    </Panel>
  );
}
