import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BulkDryRun } from '../../../client/src/index.ts';
import { quaestor } from '../api/client.ts';
import { useMay } from '../api/session.ts';
import { rememberChange } from '../changes/own-changes.ts';
import { useRunning } from '../changes/running.ts';
import { UndoButton } from '../changes/undo.tsx';
import { formatTime } from '../i18n/format.ts';
import { MIN_SEARCH_LENGTH, useDebounced } from '../questions/debounced.ts';
import { useCategories } from '../questions/facts.tsx';
import { questionKeys } from '../questions/queries.ts';
import { STATUSES } from '../questions/search.ts';
import { Progress } from '../questions/selection/progress.tsx';
import { beginBulk } from '../questions/selection/run-bulk.tsx';
import { Problem } from '../states/problem.tsx';
import { useTitle } from '../states/title.ts';
import { Button } from '../ui/button.tsx';
import { SearchIcon, UndoIcon } from '../ui/icons.tsx';
import { showToast } from '../ui/toasts.tsx';
import styles from './trash.module.css';

type Deleted = BulkDryRun['examples'][number];

/** Deleted questions. The API returns their number and some of them. */
export function TrashPage() {
  const { t } = useTranslation();
  useTitle(t('trash.page'));
  const running = useRunning();
  const mayRestore = useMay('questions:delete');
  const categories = useCategories();
  const [typed, setTyped] = useState('');
  const [category, setCategory] = useState('');
  const q = useDebounced(typed.trim());
  const filter = {
    status: [...STATUSES],
    ...(category !== '' && { category: [category] }),
    ...(q.length >= MIN_SEARCH_LENGTH && { q }),
  };
  const isNarrowed = 'q' in filter || 'category' in filter;
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: questionKeys.trash(filter),
    queryFn: ({ signal }) => quaestor.questions.bulkDryRun({ filter, restore: true }, { signal }),
    placeholderData: keepPreviousData,
  });
  const restoringAll = useMutation({
    mutationFn: (count: number) => beginBulk({ filter, restore: true, expected_count: count }),
  });
  return (
    <>
      <div className={styles['top']}>
        <div className={styles['title']}>
          <h1>{t('trash.page')}</h1>
          {mayRestore && data !== undefined && data.count > 1 && (
            <Button
              icon={<UndoIcon />}
              disabled={running !== undefined || restoringAll.isPending || isPlaceholderData}
              onClick={() => restoringAll.mutate(data.count)}
            >
              {t('trash.restoreAll', { count: data.count })}
            </Button>
          )}
        </div>
        <p>{t('trash.text')}</p>
        <div className={styles['filters']}>
          <div className="search" role="search">
            <SearchIcon />
            <input
              type="search"
              className="input"
              aria-label={t('trash.find')}
              placeholder={t('trash.find')}
              maxLength={200}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          </div>
          <select
            className="input"
            aria-label={t('field.category')}
            value={category}
            onChange={(event) => setCategory(event.currentTarget.value)}
          >
            <option value="">{t('trash.anyCategory')}</option>
            {categories.map((name) => (
              <option key={name} data-bank>
                {name}
              </option>
            ))}
          </select>
        </div>
      </div>
      <div className={styles['body']}>
        {(restoringAll.error ?? error) !== null && (
          <Problem error={restoringAll.error ?? error} onRetry={() => void refetch()} />
        )}
        {data?.count === 0 && (
          <div className={styles['empty']}>
            <h2>{isNarrowed ? t('trash.noMatch') : t('trash.empty')}</h2>
            {!isNarrowed && <p>{t('trash.emptyText')}</p>}
          </div>
        )}
        <ul className={styles['list']} aria-label={t('trash.caption')}>
          {data?.examples.map((question) => (
            <DeletedRow key={question.question_id} question={question} mayRestore={mayRestore} />
          ))}
        </ul>
        <p className={styles['shown']} role="status">
          {data !== undefined &&
            data.count > data.examples.length &&
            t('trash.shown', { shown: data.examples.length, count: data.count })}
        </p>
      </div>
      {running !== undefined && <Progress {...running} />}
    </>
  );
}

function DeletedRow({ question, mayRestore }: { question: Deleted; mayRestore: boolean }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { question_id: id, question_text: text, skipped } = question;
  const { data: last } = useQuery({
    queryKey: questionKeys.deleted(id),
    queryFn: async ({ signal }) => (await quaestor.questions.versions(id, { limit: 1 }, { signal })).data[0] ?? null,
    staleTime: 60_000,
  });
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => quaestor.questions.restore(id).withResponse(),
    onSuccess: async ({ response }) => {
      const change = response.headers.get('change-id');
      rememberChange(change);
      showToast(t('question.restoredToast'), change !== null && <UndoButton change={change} />);
      await client.invalidateQueries({ queryKey: questionKeys.all });
    },
  });
  return (
    <li>
      <div>
        <Link to="/questions/$id" params={{ id }} preload={false} data-bank>
          {text}
        </Link>
        <p>
          <span data-bank>{last?.question.category}</span>
          {last !== undefined && last !== null && (
            <time dateTime={last.changed_at}>{t('trash.deleted', { time: formatTime(last.changed_at) })}</time>
          )}
        </p>
        {error !== null && <Problem error={error} />}
      </div>
      {skipped !== null ? (
        <span className={styles['stuck']}>{t('trash.stuck')}</span>
      ) : (
        mayRestore && (
          <Button small disabled={isPending} aria-label={t('trash.restoreOne', { text })} onClick={() => mutate()}>
            {t('question.restore')}
          </Button>
        )
      )}
    </li>
  );
}
