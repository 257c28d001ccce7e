import { useTranslation } from 'react-i18next';
import { ApiError, ConnectionError } from '../../../client/src/index.ts';
import { Button } from '../ui/button.tsx';
import styles from './problem.module.css';
import { Problem } from './problem.tsx';

/** Shown instead of a page that failed to render. */
export function Crash({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const isReply = error instanceof ApiError || error instanceof ConnectionError;
  return (
    <main className={styles['centre']}>
      <h1>{isReply ? t('app.name') : t('state.unexpected')}</h1>
      {isReply ? <Problem error={error} /> : <p>{t('state.unexpectedFix')}</p>}
      <Button kind="filled" onClick={() => location.reload()}>
        {t('state.reload')}
      </Button>
    </main>
  );
}
