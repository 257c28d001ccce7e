import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { components } from '../../../../../client/src/index.ts';
import { quaestor } from '../../../api/client.ts';
import { useMay, useSession } from '../../../api/session.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useNamed, usePeople } from '../../../people/use-people.ts';
import { Problem } from '../../../states/problem.tsx';
import { Button } from '../../../ui/button.tsx';
import { CheckIcon } from '../../../ui/icons.tsx';
import { Author } from '../history.tsx';
import { CommentText } from './comment-text.tsx';
import styles from './comments.module.css';
import { MentionField } from './mention-field.tsx';
import { mentionsIn } from './mentions.ts';

type Said = components['schemas']['Comment'];

/** Only the author can change the text. Anyone who may write questions can resolve the comment. */
export function Comment({ comment, onChanged }: { comment: Said; onChanged: () => void }) {
  const { t } = useTranslation();
  const isOwn = useSession()?.principal === comment.author;
  const mayWrite = useMay('questions:write');
  const [edited, setEdited] = useState<string>();
  const [isSure, setIsSure] = useState(false);
  const present = usePeople();
  const mentioned = useNamed(comment.mentions); // also people who were removed
  const people = [...present, ...mentioned.filter(({ id }) => !present.some((one) => one.id === id))];
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(comment.mentions));
  const guard = { ifVersion: comment.version };
  const changing = useMutation({
    mutationFn: (change: { text?: string; mentions?: string[]; resolved?: boolean }) =>
      quaestor.comments.update(comment.question_id, comment.id, change, guard),
    onSuccess: () => {
      setEdited(undefined);
      onChanged();
    },
  });
  const deleting = useMutation({
    mutationFn: () => quaestor.comments.delete(comment.question_id, comment.id, guard),
    onSuccess: onChanged,
  });
  // Without the names of others, the mentions stay as they are.
  const save = (text: string) =>
    changing.mutate({ text, ...(present.length > 0 && { mentions: mentionsIn(text, people, chosen) }) });
  const error = changing.error ?? deleting.error;
  return (
    <article className={styles['comment']} data-resolved={comment.resolved || undefined}>
      <p className={styles['byline']}>
        <Author principal={comment.author} />
        <time dateTime={comment.created_at}>{formatTime(comment.created_at)}</time>
      </p>
      {edited === undefined ? (
        <CommentText text={comment.text} mentions={comment.mentions} />
      ) : (
        <MentionField
          label={t('comments.edit')}
          value={edited}
          onValue={setEdited}
          people={present}
          onChoose={(id) => setChosen(new Set([...chosen, id]))}
        />
      )}
      {comment.resolved && (
        <p className={styles['resolved']}>
          <CheckIcon size={14} /> {t('comments.resolved')}
        </p>
      )}
      {error !== null && <Problem error={error} />}
      <div className={styles['actions']}>
        {edited !== undefined ? (
          <>
            <Button small disabled={edited.trim() === ''} onClick={() => save(edited.trim())}>
              {t('question.save')}
            </Button>
            <Button small kind="quiet" onClick={() => setEdited(undefined)}>
              {t('action.cancel')}
            </Button>
          </>
        ) : (
          <>
            {(isOwn || mayWrite) && (
              <Button small kind="quiet" onClick={() => changing.mutate({ resolved: !comment.resolved })}>
                {t(comment.resolved ? 'comments.reopen' : 'comments.resolve')}
              </Button>
            )}
            {isOwn && (
              <Button small kind="quiet" onClick={() => setEdited(comment.text)}>
                {t('comments.change')}
              </Button>
            )}
            {isOwn && (
              <Button small kind="quiet" onClick={() => (isSure ? deleting.mutate() : setIsSure(true))}>
                {isSure ? t('comments.deleteSure') : t('question.delete')}
              </Button>
            )}
          </>
        )}
      </div>
    </article>
  );
}
