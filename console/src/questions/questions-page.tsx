import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useNavigate } from '@tanstack/react-router';
import { type ComponentProps, lazy, Suspense, useRef, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useMay } from '../api/session.ts';
import { useRunning } from '../changes/running.ts';
import { formatDate } from '../i18n/format.ts';
import { loadLaterTexts } from '../i18n/i18n.ts';
import { Problem } from '../states/problem.tsx';
import { useTitle } from '../states/title.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { useHotkeys } from '../ui/hotkeys.ts';
import { DownloadIcon, PlusIcon } from '../ui/icons.tsx';
import { useIsPhone } from '../ui/media.ts';
import { SkipLink } from '../ui/skip-link.tsx';
import { DEFAULT_COLUMNS } from './columns/columns.ts';
import { ColumnsMenu } from './columns/columns-menu.tsx';
import { ExportMenu } from './export/export-menu.tsx';
import { filterOf } from './filter.ts';
import { FilterBar } from './filters/filter-bar.tsx';
import { HiddenArchived } from './list/hidden-archived.tsx';
import { NothingFound } from './list/nothing-found.tsx';
import { QuestionCards } from './list/question-cards.tsx';
import { QuestionTable } from './list/question-table.tsx';
import { SearchProblem, searchReason } from './list/search-problem.tsx';
import { SkeletonRows } from './list/skeleton-rows.tsx';
import styles from './questions.module.css';
import {
  compact,
  countFilters,
  MEMBER_FILTERS,
  type OnSearch,
  type QuestionSearch,
  type SearchChange,
} from './search.ts';
import { countSelected } from './selection/selection.ts';
import { useSelection } from './selection/use-selection.ts';
import { listQuery, useQuestions } from './use-questions.ts';
import { useQuestionSearch } from './use-search.ts';
import { ViewsMenu } from './views/views-menu.tsx';

const BulkBar = lazy(async () => ({ default: (await import('./selection/bulk-bar.tsx')).BulkBar }));
const GoToDialog = lazy(async () => {
  const [{ GoToDialog: Dialog }] = await Promise.all([import('./go-to/go-to-dialog.tsx'), loadLaterTexts()]);
  return { default: Dialog };
});
const focusRow = () => document.querySelector<HTMLElement>('tr[data-index][tabindex="0"]')?.focus();
const undoLast = async () => (await import('../changes/undo.tsx')).undoLastChange();

export function QuestionsPage() {
  const { t } = useTranslation();
  useTitle(t('list.page'));
  const search = useQuestionSearch();
  const navigate = useNavigate();
  const mayWrite = useMay('questions:write');
  const isPhone = useIsPhone();
  const find = useRef<HTMLInputElement>(null);
  const list = useQuestions(search);
  const { rows, total, totalAtLeast, isPending, isPlaceholderData } = list;
  const picking = useSelection(search, rows);
  const isRunning = useRunning() !== undefined;
  const [isGoing, setIsGoing] = useState(false);
  const client = useQueryClient();
  const setSearch = (change: SearchChange) => {
    // A new order or filter starts at the top; a change of columns keeps the position.
    const next = compact({ ...search, ...('cols' in change ? {} : { at: undefined }), ...change });
    void client.prefetchInfiniteQuery(listQuery(next)); // requested while the address changes
    void navigate({ to: '/questions', search: next, replace: Object.keys(change).join() === 'q' });
  };
  const create = () => void navigate({ to: '/questions/new', search });
  const open = (id: string) => void navigate({ to: '/questions/$id', params: { id }, search });
  useHotkeys({ '/': () => find.current?.focus(), ...(mayWrite && { c: create, 'mod+z': () => void undoLast() }) });
  const shared = { rows, total: total ?? -1, search, onSearch: setSearch, onOpen: open, list, picking };

  return (
    <>
      {!isPhone && rows.length > 0 && (
        <SkipLink to="questions" onSkip={focusRow}>
          {t('list.skip')}
        </SkipLink>
      )}
      <div className={styles['top']}>
        <div className={styles['title']}>
          <h1>{t('list.page')}</h1>
          <ViewsMenu search={search} />
          <span className={styles['push']} />
          {!isPhone && <ColumnsMenu chosen={search.cols ?? DEFAULT_COLUMNS} onSearch={setSearch} />}
          <ExportMenu
            exported={filterOf(search)}
            count={total}
            position="bottom-end"
            button={(toggle) =>
              isPhone ? (
                <IconButton label={t('export.label')} onClick={toggle}>
                  <DownloadIcon />
                </IconButton>
              ) : (
                <Button icon={<DownloadIcon />} onClick={toggle}>
                  {t('export.label')}
                </Button>
              )
            }
          />
          {mayWrite && (
            <Button kind="filled" icon={<PlusIcon />} {...(!isPhone && { hotkey: 'C' })} onClick={create}>
              {isPhone ? t('list.newShort') : t('list.new')}
            </Button>
          )}
        </div>
        <FilterBar search={search} onSearch={setSearch} inputRef={find} />
      </div>
      <div className={styles['stale']} data-stale={isPlaceholderData || undefined} />
      <Rows {...shared} onClear={() => setSearch(cleared(search))} onCreate={mayWrite ? create : undefined} />
      {(isRunning || countSelected(picking.selection) > 0) && (
        <Suspense>
          <BulkBar picking={picking} search={search} total={total} />
        </Suspense>
      )}
      <div className={styles['footer']}>
        <span>
          {total !== null ? (
            <Trans i18nKey="list.matching" count={total} components={{ b: <b /> }} />
          ) : (
            totalAtLeast !== null && <Trans i18nKey="list.atLeast" count={totalAtLeast} components={{ b: <b /> }} />
          )}
          {rows.length > 0 && rows.length !== total && <>, {t('list.loaded', { loaded: rows.length })}</>}
          {!isPending && !isPlaceholderData && <HiddenArchived search={search} onSearch={setSearch} />}
          <Beginning search={search} onSearch={setSearch} />
        </span>
        {!isPhone && (
          <span className={styles['hints']} data-screen>
            <kbd>J</kbd> <kbd>K</kbd> {t('list.keys.move')} <kbd>X</kbd> {t('bulk.keys.select')} <kbd>Enter</kbd>{' '}
            {t('list.keys.open')} <kbd>/</kbd> {t('list.keys.search')}
          </span>
        )}
        <Button kind="link" onClick={() => setIsGoing(true)}>
          {t('list.goTo')}
        </Button>
      </div>
      <div className="visually-hidden" role="status">
        {!isPending && !isPlaceholderData && total !== null && t('list.announce', { count: total })}
      </div>
      {isGoing && (
        <Suspense>
          <GoToDialog search={search} total={total} onClose={() => setIsGoing(false)} />
        </Suspense>
      )}
      <Outlet />
    </>
  );
}

interface RowsProps extends ComponentProps<typeof QuestionTable> {
  onClear: () => void;
  onCreate: (() => void) | undefined;
}

function Rows({ onClear, onCreate, ...shared }: RowsProps) {
  const isPhone = useIsPhone();
  const { rows, list, search } = shared;
  const reason = searchReason(list.error);
  if (reason !== undefined) return <SearchProblem reason={reason} />;
  if (rows.length > 0) return isPhone ? <QuestionCards {...shared} /> : <QuestionTable {...shared} />;
  if (list.error !== null)
    return (
      <div className={styles['problem']}>
        <Problem error={list.error} onRetry={() => void list.refetch()} />
      </div>
    );
  if (list.isPending) return <SkeletonRows />;
  return (
    <NothingFound filters={countFilters(search)} onClear={onClear} {...(onCreate !== undefined && { onCreate })} />
  );
}

/** The start of the list, after "Go to" a position or a day. */
function Beginning({ search: { at, created_after: after }, onSearch }: { search: QuestionSearch; onSearch: OnSearch }) {
  const { t } = useTranslation();
  if (at === undefined && after === undefined) return null;
  return (
    <>
      {after !== undefined && <>, {t('list.fromDate', { date: formatDate(after) })}</>}
      {at !== undefined && <>, {t('list.fromRow', { row: at + 1 })}</>}{' '}
      <Button kind="link" onClick={() => onSearch({ at: undefined, created_after: undefined })}>
        {t('list.fromStart')}
      </Button>
    </>
  );
}

/** Removes all filters, but keeps the order. */
function cleared({ sort, cols }: QuestionSearch) {
  const nothing = undefined;
  return {
    at: nothing,
    created_after: nothing,
    ...Object.fromEntries(MEMBER_FILTERS.map((name) => [name, nothing])),
    cols,
    q: nothing,
    category: nothing,
    difficulty: nothing,
    topic_focus: nothing,
    tag: nothing,
    language: nothing,
    status: nothing,
    view: nothing,
    sort,
  };
}
