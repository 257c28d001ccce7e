import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useLastAuthor } from '../questions/use-last-author.ts';
import { Problem } from '../states/problem.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/overlays.tsx';
import styles from './changes.module.css';
import { type Outcome, showOutcome } from './outcome.ts';

/** Shows the outcome of a change that needs more than a toast. */
export function OutcomeDialog({ outcome }: { outcome: Outcome }) {
  const { t } = useTranslation();
  const close = () => showOutcome(undefined);
  return (
    <Dialog
      opened
      onClose={close}
      title={outcome.kind === 'conflicts' ? t('undo.leftTitle', { count: outcome.count }) : t('undo.failed')}
      closeLabel={t('action.close')}
    >
      <Explanation outcome={outcome} onLeave={close} />
      <div className={styles['actions']}>
        <Button data-autofocus onClick={close}>
          {t('action.close')}
        </Button>
      </div>
    </Dialog>
  );
}

function Explanation({ outcome, onLeave }: { outcome: Outcome; onLeave: () => void }) {
  const { t } = useTranslation();
  if (outcome.kind === 'failed') return <Problem error={outcome.error} />;
  if (outcome.kind === 'moved') return <Moved id={outcome.id} />;
  return (
    <>
      <p className={styles['text']}>{t('undo.leftText')}</p>
      <ul className={styles['left']}>
        {outcome.left.map(({ question_id, reason }) => (
          <li key={question_id}>
            <Link to="/questions/$id" params={{ id: question_id }} onClick={onLeave}>
              {t('undo.openQuestion', { id: question_id.slice(-8) })}
            </Link>{' '}
            {t(`undo.reason.${reason}`)}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Says who has changed a question since it was read. */
function Moved({ id }: { id: string }) {
  const { t } = useTranslation();
  const { isOwn, name } = useLastAuthor(id);
  const text = name === undefined ? t('undo.moved') : t('undo.movedBy', { name });
  return <p className={styles['text']}>{isOwn ? t('undo.movedOwn') : text}</p>;
}
