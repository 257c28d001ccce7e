import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, ConnectionError } from '../../../client/src/index.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { ErrorShape } from '../ui/icons.tsx';
import styles from './problem.module.css';

/** Explains any failed request, and what to do. */
export function Problem({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { t } = useTranslation();
  const { title, text } = useWords(error);
  const requestId = error instanceof ApiError && error.status >= 500 ? error.requestId : null;
  return (
    <div className={styles['note']} role="alert">
      <ErrorShape />
      <div>
        <strong>{title}</strong>
        <p>{text}</p>
        {requestId !== null && (
          <p className={styles['id']}>
            {t('state.requestId')} <code>{requestId}</code> <CopyButton text={requestId} />
          </p>
        )}
        {onRetry !== undefined && (
          <Button small onClick={onRetry}>
            {t('action.retry')}
          </Button>
        )}
      </div>
    </div>
  );
}

function useWords(error: unknown): { title: string; text: string } {
  const { t } = useTranslation();
  const wait = useCountdown(error instanceof ApiError && error.status === 429 ? Math.ceil(error.retryAfter ?? 1) : 0);
  if (error instanceof ConnectionError) return { title: t('state.unreachable'), text: t('state.unreachableFix') };
  if (!(error instanceof ApiError)) return { title: t('state.unexpected'), text: t('state.unexpectedFix') };
  if (error.status === 403) return { title: t('state.forbidden'), text: t('state.forbiddenFix') };
  if (error.status === 404) return { title: t('state.notFound'), text: t('state.notFoundFix') };
  if (error.status === 429) {
    return {
      title: t('state.limited'),
      text: wait > 0 ? t('state.limitedFix', { count: wait }) : t('state.limitedDone'),
    };
  }
  if (error.status >= 500) return { title: t('state.broken'), text: t('state.brokenFix') };
  return { title: error.title, text: error.message };
}

function useCountdown(seconds: number): number {
  const [left, setLeft] = useState(seconds);
  useEffect(() => setLeft(seconds), [seconds]);
  useEffect(() => {
    if (left <= 0) return undefined;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return left;
}
