import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { quaestor } from '../../api/client.ts';
import type { Running } from '../../changes/running.ts';
import styles from './selection.module.css';

const STALLED_MS = 15_000;

/** Replaces the bar while a bulk change runs. Shows its progress, reports stalls, and can stop it. */
export function Progress({ change, movedAt }: Running) {
  const { t } = useTranslation();
  const [now, setNow] = useState(movedAt);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const { completed = 0, total } = change.progress ?? {};
  const label = t(change.kind === 'revert' ? 'bulk.reverting' : 'bulk.running');
  return (
    <section className={styles['bar']} aria-label={t('bulk.label')}>
      <strong>{label}</strong>
      <progress
        className={styles['progress']}
        aria-label={label}
        max={total ?? 1}
        {...(total !== null && total !== undefined && { value: completed })}
      />
      <span className={styles['numbers']}>
        {total !== null && total !== undefined && t('bulk.place', { completed, total })}
      </span>
      <span role="status">
        {now - movedAt > STALLED_MS && t('bulk.stalled', { seconds: STALLED_MS / 1000, id: change.id.slice(-8) })}
      </span>
      <button type="button" onClick={() => void quaestor.changes.cancel(change.id)}>
        {t('bulk.stop')}
      </button>
    </section>
  );
}
