import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Change, components } from '../../../client/src/index.ts';
import { quaestor } from '../api/client.ts';
import { changeKeys } from '../changes/queries.ts';
import { Problem } from '../states/problem.tsx';
import { Button } from '../ui/button.tsx';
import styles from './activity.module.css';
import { QuestionLink } from './question-link.tsx';

type Item = components['schemas']['ChangeItem'];
type Field = Item['fields'][number];

const PAGE_SIZE = 10;

/** Every changed field, grouped by question. */
export function ChangeDetails({ change: { id, status } }: { change: Change }) {
  const { t } = useTranslation();
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: changeKeys.items(id, status),
    queryFn: async ({ pageParam, signal }) =>
      quaestor.changes
        .items(id, { limit: PAGE_SIZE, ...(pageParam !== null && { cursor: pageParam }) }, { signal })
        .then((page) => page),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pagination }) => pagination.next_cursor,
  });
  if (error !== null) return <Problem error={error} />;
  if (data === undefined) return <p role="status">{t('app.loading')}</p>;
  return (
    <>
      {data.pages
        .flatMap((page) => page.data)
        .map((item) => (
          <ItemCard key={`${item.question_id} ${item.version}`} item={item} />
        ))}
      {hasNextPage && (
        <Button small disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('activity.moreItems')}
        </Button>
      )}
    </>
  );
}

function ItemCard({ item }: { item: Item }) {
  const { t } = useTranslation();
  const { question_id, change, fields, unavailable, conflict } = item;
  return (
    <article className={styles['item']}>
      <p>
        <QuestionLink id={question_id} />
        {change !== null && change !== 'updated' && <span> {t(`question.change.${change}`)}</span>}
      </p>
      {unavailable !== null && <p>{t('activity.gone')}</p>}
      {conflict !== null && <p>{t(`activity.conflict.${conflict.reason}`)}</p>}
      {fields.length > 0 && (
        <dl>
          {fields.map((field) => (
            <div key={field.field}>
              <dt>{t(`field.${field.field}`)}</dt>
              <dd>
                <Difference field={field} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </article>
  );
}

/** Inserted and removed words if a text was reworded; otherwise the values before and after. */
function Difference({ field: { field, before, after, words } }: { field: Field }) {
  const { t } = useTranslation();
  if (words !== undefined)
    return words.map(({ kind, text }, index) => {
      const key = `${index} ${kind}`;
      if (kind === 'added') return <ins key={key}>{text}</ins>;
      return kind === 'removed' ? <del key={key}>{text}</del> : <span key={key}>{text}</span>;
    });
  const shown = (value: Field['before']): string => {
    if (value === null) return '';
    if (field === 'difficulty') return t(`level.${value as 0}`);
    if (field === 'status') return t(`status.${value as 'draft'}`);
    if (Array.isArray(value)) return value.join(', ');
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  };
  return (
    <>
      {shown(before) !== '' && <del>{shown(before)}</del>} {shown(after) !== '' && <ins>{shown(after)}</ins>}
    </>
  );
}
