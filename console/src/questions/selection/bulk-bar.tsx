import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { quaestor } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { useRunning } from '../../changes/running.ts';
import { loadLaterTexts } from '../../i18n/i18n.ts';
import { CloseIcon, DownloadIcon, PersonIcon, TrashIcon } from '../../ui/icons.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { ExportMenu } from '../export/export-menu.tsx';
import { filterOf } from '../filter.ts';
import type { QuestionSearch } from '../search.ts';
import { BulkMenus } from './bulk-menus.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Progress } from './progress.tsx';
import styles from './selection.module.css';
import { countSelected } from './selection.ts';
import type { Picking } from './use-selection.ts';
import { type Asked, idsOf } from './work.ts';

/** With more ids, the URL would be too long. */
const MAX_EXPORTED_IDS = 200;

const AssignMany = lazy(async () => {
  const [{ AssignMany: Assign }] = await Promise.all([import('../../assignments/assign-many.tsx'), loadLaterTexts()]);
  return { default: Assign };
});

interface BarProps {
  picking: Picking;
  search: QuestionSearch;
  /** The number of matches, or null if it has to be counted first. */
  total: number | null;
}

/** Floats over the end of the list while rows are selected or a bulk change is running. */
export function BulkBar({ picking, search, total }: BarProps) {
  const { t } = useTranslation();
  const running = useRunning();
  const mayWrite = useMay('questions:write');
  const mayDelete = useMay('questions:delete');
  const [asked, setAsked] = useState<Asked>();
  const { selection, select, clear } = picking;
  const filter = filterOf(search);
  const count = countSelected(selection);
  const selecting = useMutation({
    mutationFn: async () => total ?? (await quaestor.questions.facets({ ...filter, topic_limit: 0 })).total,
    onSuccess: (expected_count) => select({ mode: 'filter', except: new Set(), expected_count }),
    onError: () => showToast(t('bulk.countFailed')),
  });
  const leave = () => {
    clear();
    document.querySelector<HTMLElement>('tr[data-index][tabindex="0"]')?.focus();
  };
  if (running !== undefined) return <Progress {...running} />;
  if (count === 0) return null;
  const isAll = selection.mode === 'filter' && selection.except.size === 0;
  const whole = isAll ? filter : undefined;
  const exported = selection.mode === 'ids' ? { ids: [...selection.ids] } : whole;
  const isExportable = exported !== undefined && (selection.mode === 'filter' || count <= MAX_EXPORTED_IDS);
  const selectAll = total === null ? t('bulk.selectMatching') : t('bulk.selectAll', { count: total });
  return (
    <section
      className={styles['bar']}
      aria-label={t('bulk.label')}
      onKeyDown={(event) => {
        // React also reports the keys of dialogs that the bar has opened.
        const isOwn = event.currentTarget.contains(event.target as Node);
        if (event.key === 'Escape' && isOwn && !event.defaultPrevented && asked === undefined) leave();
      }}
    >
      <strong role="status">{t(isAll ? 'bulk.allSelected' : 'bulk.selected', { count })}</strong>
      {selection.mode === 'ids' && (total === null || total > count) && (
        <button
          type="button"
          className={styles['all']}
          disabled={selecting.isPending}
          onClick={() => selecting.mutate()}
        >
          {selecting.isPending ? t('bulk.counting') : selectAll}
        </button>
      )}
      {(mayWrite || isExportable) && (
        <span className={styles['group']}>
          {mayWrite && <BulkMenus onAsk={setAsked} />}
          {mayWrite && (
            <Suspense>
              <AssignMany
                count={count}
                rows={async () =>
                  (await idsOf(selection, filter)).map((id) => ({ analysis_type: 'question', question_id: id }))
                }
                button={(label, isBusy) => (
                  <button type="button" disabled={isBusy}>
                    <PersonIcon /> {label}
                  </button>
                )}
                position="top"
                onDone={leave}
              />
            </Suspense>
          )}
          {isExportable && (
            <ExportMenu
              exported={exported}
              count={count}
              position="top"
              button={(toggle) => (
                <button type="button" onClick={toggle}>
                  <DownloadIcon /> {t('export.label')}
                </button>
              )}
            />
          )}
          {mayDelete && (
            <button type="button" onClick={() => setAsked({ work: { delete: true }, text: 'delete', value: '' })}>
              <TrashIcon /> {t('question.delete')}
            </button>
          )}
        </span>
      )}
      <button type="button" className={styles['leave']} aria-label={t('bulk.clear')} onClick={leave}>
        <CloseIcon />
      </button>
      {asked !== undefined && (
        <ConfirmDialog
          asked={asked}
          selection={selection}
          filter={filter}
          onClose={() => setAsked(undefined)}
          onDone={() => {
            setAsked(undefined);
            leave();
          }}
        />
      )}
    </section>
  );
}
