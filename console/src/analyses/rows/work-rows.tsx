import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Analysis } from '../../../../client/src/index.ts';
import { useMay } from '../../api/session.ts';
import { AssignMany } from '../../assignments/assign-many.tsx';
import { Problem } from '../../states/problem.tsx';
import { Button } from '../../ui/button.tsx';
import type { RowFilters } from '../model.ts';
import { AllDone } from './all-done.tsx';
import { keyOf, type QuestionRow, subjectOf } from './row.ts';
import { RowTabs } from './row-tabs.tsx';
import styles from './rows.module.css';
import { useActions } from './use-actions.tsx';
import { useDone, useResultRows } from './use-work.ts';
import { WorkTable } from './work-table.tsx';

/** Types whose rows contain a suggestion. */
const SUGGESTING: ReadonlySet<string> = new Set(['topics', 'difficulty_check']);

/** Rows about single questions. Rows that are done leave the list. */
export function WorkRows({ analysis, filters }: { analysis: Analysis; filters: RowFilters }) {
  const { t } = useTranslation();
  const mayWrite = useMay('questions:write');
  const list = useResultRows<QuestionRow>(analysis.id, filters);
  const { total, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = list;
  const { isKnown, known, reasonOf, versionOf } = useDone(analysis, list.rows);
  const rows = known(list.rows);
  const actions = useActions(analysis);
  const [showsDone, setShowsDone] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const open = rows.filter((row) => reasonOf(row) === null);
  const done = rows.length - open.length;
  const left = total === null ? null : total - done;
  const selected = open.filter((row) => chosen.has(keyOf(row)));
  const act = async (kind: 'accept' | 'dismiss', some: readonly QuestionRow[]) => {
    const now = some.map((row) => ({ ...row, version: versionOf(row.question_id) ?? row.version }));
    await actions.run({ kind, rows: now }).catch(() => undefined); // shown below
    setChosen(new Set());
  };
  if (!isPending && error === null && total === 0 && Object.keys(filters).length === 0) return null;
  return (
    <section className={styles['rows']} id="rows">
      <div className={styles['top']}>
        <h2>{t('analysis.rows.title')}</h2>
        <RowTabs analysis={analysis} filters={filters} total={total} />
        {selected.length > 0 && (
          <div className={styles['bulk']}>
            <span>{t('analysis.rows.selected', { count: selected.length })}</span>
            {SUGGESTING.has(analysis.analysis_type) && (
              <Button kind="filled" disabled={actions.isBusy} onClick={() => void act('accept', selected)}>
                {t('analysis.rows.acceptMany', { count: selected.length })}
              </Button>
            )}
            <Button disabled={actions.isBusy} onClick={() => void act('dismiss', selected)}>
              {t('analysis.rows.dismissMany', { count: selected.length })}
            </Button>
            <AssignMany
              count={selected.length}
              rows={async () => selected.map((row) => subjectOf(analysis, row))}
              button={(label, isBusy) => <Button disabled={isBusy}>{label}</Button>}
              position="bottom-end"
              onDone={() => setChosen(new Set())}
            />
          </div>
        )}
      </div>
      {error !== null && <Problem error={error} />}
      {actions.error !== null && <Problem error={actions.error} />}
      <p className={styles['count']} role="status">
        {left !== null && isKnown && t('analysis.rows.left', { count: left })}
        {done > 0 && (
          <>
            {', '}
            {t('analysis.rows.done', { count: done })}{' '}
            <Button kind="link" aria-pressed={showsDone} onClick={() => setShowsDone(!showsDone)}>
              {showsDone ? t('analysis.rows.hideDone') : t('analysis.rows.showDone')}
            </Button>
          </>
        )}
      </p>
      {isKnown && (showsDone ? rows : open).length > 0 && (
        <WorkTable
          analysis={analysis}
          filters={filters}
          rows={showsDone ? rows : open}
          reasonOf={reasonOf}
          chosen={chosen}
          onChosen={setChosen}
          mayWrite={mayWrite}
          suggests={SUGGESTING.has(analysis.analysis_type)}
          isBusy={actions.isBusy}
          onAct={(kind, row) => void act(kind, [row])}
        />
      )}
      {isKnown && rows.length > 0 && rows.length === list.rows.length && open.length === 0 && !hasNextPage && (
        <AllDone analysis={analysis} />
      )}
      {hasNextPage && (
        <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('analysis.rows.more')}
        </Button>
      )}
    </section>
  );
}
