import { useTranslation } from 'react-i18next';
import type { Analysis } from '../../../client/src/index.ts';
import { JobList } from '../frame/jobs/job-list.tsx';
import { useJobs } from '../frame/jobs/use-jobs.ts';
import styles from './home.module.css';

/** The running analyses, imports and bulk changes. */
export function RunningCard({ analyses }: { analyses: readonly Analysis[] }) {
  const { t } = useTranslation();
  const jobs = useJobs(analyses);
  if (jobs.length === 0) return null;
  return (
    <section className={styles['card']}>
      <h2>{t('analysis.home.running')}</h2>
      <JobList jobs={jobs} />
    </section>
  );
}
