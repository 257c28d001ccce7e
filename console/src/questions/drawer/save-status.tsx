import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '../../states/offline.tsx';
import styles from './drawer.module.css';

/**
 * A save without a connection is rejected at once: it would otherwise wait, and then overwrite what was typed in the
 * meantime.
 */
export function useOfflineCheck() {
  const online = useOnline();
  const [wasRejected, setWasRejected] = useState(false);
  return {
    rejectOffline: (): boolean => {
      setWasRejected(!online);
      return !online;
    },
    isRejected: wasRejected && !online,
  };
}

/** What has happened to the changes, at the foot of the form. */
export function SaveStatus({ isRejected, isKept }: { isRejected: boolean; isKept: boolean }) {
  const { t } = useTranslation();
  return (
    <span className={styles['kept']} role="status">
      {isRejected ? t('question.offline') : isKept && t('question.draft')}
    </span>
  );
}
