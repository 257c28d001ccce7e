import { useIsFetching } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { loadLaterTexts } from '../../i18n/i18n.ts';
import { latePart } from '../../ui/late-part.ts';
import styles from './jobs.module.css';

/** Loaded after the page itself, so that it does not delay the first page. */
const QUIET_MS = 1000;

const JobBell = latePart(async () => {
  const [{ JobBell: Bell }] = await Promise.all([import('./job-bell.tsx'), loadLaterTexts()]);
  return Bell;
});

/** Its space is reserved from the start, so that nothing shifts. */
export function LateBell() {
  const isQuiet = useIsFetching() === 0;
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (isLate || !isQuiet) return undefined;
    const timer = setTimeout(() => setIsLate(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, [isLate, isQuiet]);
  return <span className={styles['place']}>{isLate && <Suspense>{<JobBell />}</Suspense>}</span>;
}
