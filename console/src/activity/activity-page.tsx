import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { Change } from '../../../client/src/index.ts';
import { formatDay } from '../i18n/format.ts';
import { Loaded } from '../states/loaded.tsx';
import { useTitle } from '../states/title.ts';
import { Button } from '../ui/button.tsx';
import { Empty, Page } from '../ui/page.tsx';
import styles from './activity.module.css';
import { shortId } from './actor.ts';
import { ChangeRow } from './change-row.tsx';
import { Filters } from './filters.tsx';
import { foldChanges } from './fold.ts';
import { FoldedRow } from './folded-row.tsx';
import type { ActivitySearch } from './search.ts';
import { useChanges } from './use-changes.ts';

/** All changes of the bank, grouped by day. */
export function ActivityPage() {
  const { t } = useTranslation();
  useTitle(t('activity.page'));
  const search = useSearch({ from: '/framed/activity' });
  const navigate = useNavigate();
  const { changes, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useChanges(search);
  const setSearch = (next: ActivitySearch) => void navigate({ to: '/activity', search: next });
  return (
    <Page
      title={t('activity.page')}
      lead={t('activity.lead')}
      tools={
        search.change === undefined ? (
          <Filters search={search} onSearch={setSearch} />
        ) : (
          <p>
            {t('activity.showing', { id: shortId(search.change) })} <Link to="/activity">{t('activity.all')}</Link>
          </p>
        )
      }
    >
      <Loaded data={changes} error={error} onRetry={() => void refetch()} frame={styles['problem']}>
        {(loaded) =>
          loaded.length > 0 ? (
            <Days changes={loaded} isOne={search.change !== undefined} />
          ) : (
            <Empty title={t('activity.empty')} text={t('activity.emptyFix')}>
              <Button onClick={() => setSearch({})}>{t('activity.clear')}</Button>
            </Empty>
          )
        }
      </Loaded>
      {hasNextPage && (
        <div className={styles['more']}>
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('activity.more')}
          </Button>
        </div>
      )}
    </Page>
  );
}

function Days({ changes, isOne }: { changes: readonly Change[]; isOne: boolean }) {
  const { t } = useTranslation();
  const days = Map.groupBy(changes, ({ created_at }) => new Date(created_at).toDateString());
  const today = new Date();
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  const nameOf = (day: string) => {
    if (day === today.toDateString()) return t('activity.today');
    return day === yesterday.toDateString() ? t('activity.yesterday') : formatDay(new Date(day).toISOString());
  };
  return [...days].map(([day, ofDay]) => (
    <Fragment key={day}>
      <h2 className={styles['day']}>{nameOf(day)}</h2>
      <ul className={styles['changes']}>
        {foldChanges(ofDay).map(([change, ...others]) => {
          if (change === undefined) return null;
          return others.length > 0 ? (
            <FoldedRow key={change.id} changes={[change, ...others]} />
          ) : (
            <ChangeRow key={change.id} change={change} startsOpen={isOne} />
          );
        })}
      </ul>
    </Fragment>
  ));
}
