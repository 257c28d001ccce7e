import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { quaestor } from '../../api/client.ts';
import { formatNumber } from '../../i18n/format.ts';
import { AddFilter } from '../../questions/filters/add-filter.tsx';
import { FilterChip } from '../../questions/filters/filter-chip.tsx';
import { questionKeys } from '../../questions/queries.ts';
import { FILTERS, type OnSearch, type QuestionSearch } from '../../questions/search.ts';
import { filterOf } from '../model.ts';
import styles from './new.module.css';

/** The filters of a set of questions, editable in place, with the number of matches. */
export function ScopeFilter({ search, onSearch }: { search: QuestionSearch; onSearch: OnSearch }) {
  const given = FILTERS.filter((name) => search[name] !== undefined);
  return (
    <div className={styles['chips']}>
      {search.q !== undefined && <span className={styles['query']}>“{search.q}”</span>}
      {given.map((name) => (
        <FilterChip key={name} name={name} search={search} onSearch={onSearch} />
      ))}
      <AddFilter search={search} onSearch={onSearch} />
      <Count search={search} />
    </div>
  );
}

/** The number of questions that match the filter now. */
function useCount(query: Parameters<typeof quaestor.questions.list>[0]) {
  return useQuery({
    queryKey: questionKeys.count(query),
    queryFn: async ({ signal }) =>
      (await quaestor.questions.list({ ...query, limit: 1, fields: ['id'] }, { signal })).pagination,
    placeholderData: keepPreviousData,
  });
}

export function Count({ search }: { search: QuestionSearch }) {
  const { t } = useTranslation();
  const { status = ['ready'], ...filter } = filterOf(search);
  const { data } = useCount({ ...(filter as QuestionSearch), status: [status].flat() as 'ready'[] });
  return (
    <span className={styles['count']} role="status">
      {data !== undefined &&
        (data.total === null
          ? t('analysis.scope.atLeast', { number: formatNumber(data.total_at_least ?? 0) })
          : t('analysis.scope.count', { count: data.total }))}
    </span>
  );
}
