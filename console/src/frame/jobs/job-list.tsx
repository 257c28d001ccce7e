import { Link } from '@tanstack/react-router';
import { Bar } from '../../analyses/status.tsx';
import { formatPercent } from '../../i18n/format.ts';
import styles from './jobs.module.css';
import type { Job } from './use-jobs.ts';

/** The progress of each job, with links to those that have a page. */
export function JobList({ jobs, onFollow }: { jobs: readonly Job[]; onFollow?: () => void }) {
  const follow = onFollow === undefined ? {} : { onClick: onFollow };
  return (
    <ul className={styles['jobs']}>
      {jobs.map(({ id, name, share, kind }) => (
        <li key={id}>
          <div>
            {kind === 'analysis' ? (
              <Link to="/analyses/$id" params={{ id }} {...follow}>
                {name}
              </Link>
            ) : kind === 'import' ? (
              <Link to="/imports/$id" params={{ id }} data-bank {...follow}>
                {name}
              </Link>
            ) : (
              <span data-bank>{name}</span>
            )}
            <span>{formatPercent(share)}</span>
          </div>
          <Bar share={share} label={name} />
        </li>
      ))}
    </ul>
  );
}
