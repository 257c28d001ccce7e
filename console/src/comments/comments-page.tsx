import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { quaestor } from '../api/client.ts';
import { Comment } from '../questions/drawer/comments/comment.tsx';
import { questionKeys } from '../questions/queries.ts';
import { ME } from '../questions/search.ts';
import { Loaded } from '../states/loaded.tsx';
import { useTitle } from '../states/title.ts';
import { Button } from '../ui/button.tsx';
import { NativeSelect } from '../ui/native-select.tsx';
import { Empty, Page } from '../ui/page.tsx';
import styles from './comments-page.module.css';
import { commentKeys } from './queries.ts';
import { readCommentSearch, SHOWN, type Shown } from './search.ts';

const PAGE_SIZE = 50;

const FILTERS = {
  open: { resolved: false },
  mine: { resolved: false, mentions: ME },
  all: {},
} as const satisfies Record<Shown, object>;

/** The comments on all questions, newest first. */
export function CommentsPage() {
  const { t } = useTranslation();
  useTitle(t('team.comments.page'));
  const { show = 'open' } = useSearch({ from: '/framed/comments' });
  const navigate = useNavigate();
  const client = useQueryClient();
  const filter = FILTERS[show];
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: commentKeys.list(filter),
    queryFn: async ({ pageParam, signal }) =>
      quaestor.comments
        .listAll({ ...filter, limit: PAGE_SIZE, ...(pageParam !== null && { cursor: pageParam }) }, { signal })
        .then((page) => page),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pagination }) => pagination.next_cursor,
  });
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: commentKeys.all }),
      client.invalidateQueries({ queryKey: questionKeys.all }),
    ]);
  return (
    <Page
      title={t('team.comments.page')}
      tools={
        <div className={styles['filter']}>
          <NativeSelect
            bare
            label={t('team.comments.which')}
            value={show}
            onValue={(next) => void navigate({ to: '/comments', search: readCommentSearch({ show: next }) })}
            choices={SHOWN.map((value) => ({ value, label: t(`team.comments.${value}`) }))}
          />
        </div>
      }
      scrollKey={show}
    >
      <Loaded
        data={data?.pages.flatMap((page) => page.data)}
        error={error}
        onRetry={() => void refetch()}
        frame={styles['list']}
      >
        {(comments) =>
          comments.length === 0 ? (
            <Empty title={t('team.comments.none')} />
          ) : (
            <ol className={styles['list']}>
              {comments.map(({ question_text: text, ...comment }) => (
                <li key={comment.id}>
                  <Link
                    to="/questions/$id"
                    params={{ id: comment.question_id }}
                    search={{ tab: 'comments' }}
                    aria-label={t('team.comments.ofQuestion', { text })}
                    data-bank
                  >
                    {text}
                  </Link>
                  <Comment comment={comment} onChanged={() => void refresh()} />
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
      {hasNextPage && (
        <div className={styles['more']}>
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('team.comments.older')}
          </Button>
        </div>
      )}
    </Page>
  );
}
