import { Link } from '@tanstack/react-router';
import { Bar } from '../../analyses/status.tsx';
import { formatPercent } from '../../i18n/format.ts';
import styles from './jobs.module.css';
import type { Job } from './use-jobs.ts';

/** The progress of each job, with links to those that have a page. */
export function JobList({ jobs, onFollow }: { jobs: readonly Job[]; onFollow?: () => void }) {
  return (
    <ul className={styles['jobs']}>
      {jobs.map((job) => (
        <li key={job.id}>
          <div>
            <Name job={job} onFollow={onFollow} />
            <span>{formatPercent(job.share)}</span>
          </div>
          <Bar share={job.share} label={job.name} />
        </li>
      ))}
    </ul>
  );
}

function Name({ job: { id, name, kind }, onFollow }: { job: Job; onFollow: (() => void) | undefined }) {
  const follow = onFollow === undefined ? {} : { onClick: onFollow };
  if (kind === 'analysis')
    return (
      <Link to="/analyses/$id" params={{ id }} {...follow}>
        {name}
      </Link>
    );
  if (kind === 'import')
    return (
      <Link to="/imports/$id" params={{ id }} data-bank {...follow}>
        {name}
      </Link>
    );
  return <span data-bank>{name}</span>;
}
