import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { quaestor } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { filterOf } from '../filter.ts';
import { questionKeys } from '../queries.ts';
import { type OnSearch, type QuestionSearch, STATUSES } from '../search.ts';

/** How many archived questions match as well, which the list hides unless a status is chosen. */
export function HiddenArchived({ search, onSearch }: { search: QuestionSearch; onSearch: OnSearch }) {
  const { t } = useTranslation();
  const query = { ...filterOf(search), status: ['archived' as const], limit: 1, fields: ['id' as const] };
  const { data } = useQuery({
    queryKey: questionKeys.hidden(query),
    enabled: search.status === undefined,
    queryFn: async ({ signal }) => (await quaestor.questions.list(query, { signal })).pagination,
  });
  const count = data?.total ?? data?.total_at_least ?? 0;
  if (search.status !== undefined || count === 0) return null;
  return (
    <>
      , {t(data?.total === null ? 'list.hiddenAtLeast' : 'list.hidden', { count })}{' '}
      <Button kind="link" onClick={() => onSearch({ status: [...STATUSES] })}>
        {t('list.showHidden')}
      </Button>
    </>
  );
}
