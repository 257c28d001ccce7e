import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './list.module.css';

const ROWS = 14;
/** Rows that arrive sooner should not cause a flash of skeletons. */
const AFTER_MS = 200;

export function SkeletonRows() {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles['scroller']} aria-busy="true">
      <span className="visually-hidden">{t('app.loading')}</span>
      {shown && Array.from({ length: ROWS }, (_, row) => <div key={row} className={styles['skeleton']} />)}
    </div>
  );
}
