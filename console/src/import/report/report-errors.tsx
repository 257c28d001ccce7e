import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { quaestor } from '../../api/client.ts';
import { Problem } from '../../states/problem.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/page.tsx';
import { PlainErrors } from '../errors/plain-errors.tsx';
import styles from '../import.module.css';
import { importKeys } from '../queries.ts';

const PAGE_SIZE = 100;

export function ReportErrors({ id }: { id: string }) {
  const { t } = useTranslation();
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: importKeys.reports(id),
    queryFn: async ({ pageParam, signal }) =>
      quaestor.imports
        .reports(id, { limit: PAGE_SIZE, ...(pageParam !== null && { cursor: pageParam }) }, { signal })
        .then((page) => page),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pagination }) => pagination.next_cursor,
  });
  if (error !== null) return <Problem error={error} />;
  if (data === undefined) return <Skeleton label={t('app.loading')} />;
  return (
    <>
      <PlainErrors reports={data.pages.flatMap((page) => page.data)} />
      {hasNextPage && (
        <div className={styles['more']}>
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('import.report.moreErrors')}
          </Button>
        </div>
      )}
    </>
  );
}
