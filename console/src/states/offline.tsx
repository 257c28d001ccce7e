import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { OfflineIcon } from '../ui/icons.tsx';
import styles from './problem.module.css';

const subscribe = (listener: () => void) => onlineManager.subscribe(listener);

export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => onlineManager.isOnline());
}

/** One line below the header. The element always exists, so that screen readers announce its text. */
export function OfflineBanner() {
  const { t } = useTranslation();
  const online = useOnline();
  return (
    <div role="status">
      {!online && (
        <div className={styles['offline']}>
          <OfflineIcon /> {t('state.offline')}
        </div>
      )}
    </div>
  );
}
