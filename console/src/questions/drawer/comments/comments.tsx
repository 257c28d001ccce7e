import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { quaestor } from '../../../api/client.ts';
import { commentKeys } from '../../../comments/queries.ts';
import { usePeople } from '../../../people/use-people.ts';
import { Problem } from '../../../states/problem.tsx';
import { Button } from '../../../ui/button.tsx';
import { questionKeys } from '../../queries.ts';
import { Comment } from './comment.tsx';
import styles from './comments.module.css';
import { MentionField } from './mention-field.tsx';
import { mentionsIn } from './mentions.ts';

const PAGE_SIZE = 50;

/** The comments on a question, oldest first. */
export function Comments({ id }: { id: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const people = usePeople();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const queryKey = questionKeys.comments(id);
  const { data, error, hasNextPage, fetchNextPage, isPending } = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }) =>
      quaestor.comments
        .list(id, { limit: PAGE_SIZE, ...(pageParam !== null && { cursor: pageParam }) }, { signal })
        .then((page) => page),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pagination }) => pagination.next_cursor,
  });
  const refresh = () =>
    Promise.all(
      [queryKey, commentKeys.all, questionKeys.lists].map((key) => client.invalidateQueries({ queryKey: key })),
    );
  const writing = useMutation({
    mutationFn: () => quaestor.comments.create(id, { text: text.trim(), mentions: mentionsIn(text, people, chosen) }),
    onSuccess: async () => {
      setText('');
      setChosen(new Set());
      await refresh();
    },
  });
  const comments = data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <div className={styles['comments']}>
      {(error ?? writing.error) !== null && <Problem error={error ?? writing.error} />}
      {!isPending && comments.length === 0 && <p className={styles['none']}>{t('comments.none')}</p>}
      <ol>
        {comments.map((comment) => (
          <li key={comment.id}>
            <Comment comment={comment} onChanged={() => void refresh()} />
          </li>
        ))}
      </ol>
      {hasNextPage && <Button onClick={() => void fetchNextPage()}>{t('comments.more')}</Button>}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== '' && !writing.isPending) writing.mutate();
        }}
      >
        <MentionField
          label={t('comments.write')}
          value={text}
          onValue={setText}
          people={people}
          onChoose={(id) => setChosen(new Set([...chosen, id]))}
        />
        <Button type="submit" disabled={text.trim() === '' || writing.isPending}>
          {t('comments.send')}
        </Button>
      </form>
    </div>
  );
}
