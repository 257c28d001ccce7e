import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { quaestor } from '../api/client.ts';
import { mentionsQuery, openCommentsQuery } from '../comments/queries.ts';
import { formatAge, formatTime } from '../i18n/format.ts';
import { questionKeys } from '../questions/queries.ts';
import { DEFAULT_STATUSES, ME } from '../questions/search.ts';
import styles from './home.module.css';

/** What waits for the reader: assigned questions, and comments. Nothing is shown where nothing waits. */
export function TeamCards() {
  return (
    <>
      <AssignedCard />
      <CommentsCard />
    </>
  );
}

function AssignedCard() {
  const { t } = useTranslation();
  const query = { assignee: ME, status: [...DEFAULT_STATUSES], limit: 1, fields: ['id' as const] };
  const { data } = useQuery({
    queryKey: questionKeys.assigned,
    queryFn: async ({ signal }) => (await quaestor.questions.list(query, { signal })).pagination,
  });
  const count = data?.total ?? data?.total_at_least ?? 0;
  if (count === 0) return null;
  return (
    <section className={styles['card']}>
      <h2>{t('team.home.assigned')}</h2>
      <p>
        <Link to="/questions" search={{ assignee: ME }}>
          {t(data?.total === null ? 'team.home.assignedAtLeast' : 'team.home.assignedCount', { count })}
        </Link>
      </p>
    </section>
  );
}

function CommentsCard() {
  const { t } = useTranslation();
  const { data: mentions } = useQuery(mentionsQuery);
  const { data: open } = useQuery(openCommentsQuery);
  const comments = mentions?.data ?? [];
  if (open === undefined || open.data.length === 0) return null;
  return (
    <section className={styles['card']}>
      <h2>{t(comments.length === 0 ? 'comments.tab' : 'team.home.mentions')}</h2>
      {comments.length > 0 && (
        <ul className={styles['changes']}>
          {comments.map(({ id, question_id: question, text, created_at: at }) => (
            <li key={id}>
              <Link to="/questions/$id" params={{ id: question }} search={{ tab: 'comments' }} data-bank>
                {text}
              </Link>
              <time dateTime={at} title={formatTime(at)}>
                {formatAge(at)}
              </time>
            </li>
          ))}
        </ul>
      )}
      <p>
        {mentions?.pagination.has_more === true && (
          <>
            <Link to="/comments" search={{ show: 'mine' }}>
              {t('team.home.allMentions')}
            </Link>{' '}
          </>
        )}
        <Link to="/comments">{t('team.home.allComments')}</Link>
      </p>
    </section>
  );
}
