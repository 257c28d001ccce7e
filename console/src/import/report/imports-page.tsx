import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type Import, isUnfinished } from '../../../../client/src/index.ts';
import { quaestor } from '../../api/client.ts';
import { formatTime } from '../../i18n/format.ts';
import { Loaded } from '../../states/loaded.tsx';
import { useTitle } from '../../states/title.ts';
import { Button } from '../../ui/button.tsx';
import { Empty, Page, Table } from '../../ui/page.tsx';
import styles from '../import.module.css';
import { useLiveImports } from '../live.ts';
import { importKeys } from '../queries.ts';

const PAGE_SIZE = 50;
const POLL_INTERVAL_MS = 2000;

const isChanging = (one: Import) => isUnfinished(one) || (one.undo !== null && isUnfinished(one.undo));

/** All imports of the last 30 days, without checks. */
export function ImportsPage() {
  const { t } = useTranslation();
  useTitle(t('import.list.page'));
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: importKeys.list,
    queryFn: async ({ pageParam, signal }) =>
      quaestor.imports
        .list({ limit: PAGE_SIZE, ...(pageParam !== null && { cursor: pageParam }) }, { signal })
        .then((page) => page),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pagination }) => pagination.next_cursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.data.some(isChanging)) === true ? POLL_INTERVAL_MS : false,
  });
  const rows = data?.pages.flatMap((page) => page.data).filter(({ options }) => options['dry_run'] !== true);
  useLiveImports(rows ?? []);
  return (
    <Page
      title={t('import.list.page')}
      actions={
        <Link to="/import" className="button" data-kind="filled">
          {t('import.list.new')}
        </Link>
      }
    >
      <Loaded data={rows} error={error} onRetry={() => void refetch()} frame={styles['step']}>
        {(loaded) => <ImportTable rows={loaded} hasMore={hasNextPage} />}
      </Loaded>
      {hasNextPage && (
        <div className={styles['more']}>
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('import.list.more')}
          </Button>
        </div>
      )}
    </Page>
  );
}

function ImportTable({ rows, hasMore }: { rows: readonly Import[]; hasMore: boolean }) {
  const { t } = useTranslation();
  if (rows.length === 0 && !hasMore) return <Empty title={t('import.list.empty')} text={t('import.list.emptyFix')} />;
  return (
    <Table label={t('import.list.page')}>
      <thead>
        <tr>
          {(['file', 'status', 'result', 'when'] as const).map((head) => (
            <th key={head} scope="col">
              {t(`import.list.${head}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((record) => (
          <tr key={record.id}>
            <th scope="row">
              <Link to="/imports/$id" params={{ id: record.id }}>
                {record.file_name ?? t('import.list.unnamed')}
              </Link>
            </th>
            <td>{t(`import.status.${statusOf(record)}`)}</td>
            <td>
              <Result record={record} />
            </td>
            <td>
              <time dateTime={record.created_at}>{formatTime(record.created_at)}</time>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

export function statusOf({ status, undo }: Import): Import['status'] | 'undone' | 'partlyUndone' | 'undoing' {
  if (undo === null || status !== 'succeeded') return status;
  if (undo.status !== 'succeeded') return 'undoing';
  return undo.kept > 0 ? 'partlyUndone' : 'undone';
}

/** The outcome, as counted by the service. */
export function Result({ record: { status, counts } }: { record: Import }) {
  const { t } = useTranslation();
  const { created, updated, rejected } = counts;
  const wrote = status === 'succeeded' && created + updated > 0;
  const parts = [
    ...(wrote && created > 0 ? [t('import.report.created', { count: created })] : []),
    ...(wrote && updated > 0 ? [t('import.report.updated', { count: updated })] : []),
    ...(rejected > 0 ? [t('import.report.rejected', { count: rejected })] : []),
  ];
  if (parts.length === 0) return isUnfinished({ status }) ? '' : t('import.report.nothing');
  return parts.join(', ');
}
