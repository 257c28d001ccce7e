import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays.tsx';
import styles from './drawer.module.css';

/** Asks before unsaved changes are left. Signing in again does not ask, because the draft is kept. */
export function LeaveDialog({ isDirty, onLeave }: { isDirty: boolean; onLeave: () => void }) {
  const { t } = useTranslation();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && next.pathname !== '/sign-in' && next.pathname !== current.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <Dialog opened onClose={reset} title={t('question.leaveTitle')} closeLabel={t('action.close')}>
      <p>{t('question.leaveText')}</p>
      <div className={styles['actions']}>
        <Button
          kind="danger"
          onClick={() => {
            onLeave();
            proceed();
          }}
        >
          {t('question.leave')}
        </Button>
        <Button data-autofocus onClick={reset}>
          {t('question.stay')}
        </Button>
      </div>
    </Dialog>
  );
}
