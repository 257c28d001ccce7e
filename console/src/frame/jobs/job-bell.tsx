import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isFinished } from '../../analyses/model.ts';
import { analysisKeys } from '../../analyses/queries.ts';
import { quaestor } from '../../api/client.ts';
import { IconButton } from '../../ui/button.tsx';
import { BellIcon } from '../../ui/icons.tsx';
import { Popover } from '../../ui/overlays.tsx';
import { JobList } from './job-list.tsx';
import styles from './jobs.module.css';
import { useFollowingCounts } from './use-following-counts.ts';
import { useJobs, useNewestChanges } from './use-jobs.ts';

const POLL_MS = 3000;
/** The polling interval while nothing runs. Jobs that others start appear within this time, own jobs at once. */
const IDLE_MS = 15_000;
const NEWEST = 20;

/** The number of running jobs, with the progress of each. */
export function JobBell() {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const { data: running = [] } = useQuery({
    queryKey: analysisKeys.unfinished,
    queryFn: async ({ signal }) =>
      (await quaestor.analysis.list({ include_result: false, limit: NEWEST }, { signal })).data.filter(
        (one) => !isFinished(one),
      ),
    refetchInterval: ({ state }) => (state.data !== undefined && state.data.length > 0 ? POLL_MS : IDLE_MS),
  });
  const jobs = useJobs(running, IDLE_MS);
  useFollowingCounts(useNewestChanges(IDLE_MS).data);
  const count = jobs.length;
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={320}
      trapFocus
      transitionProps={{ duration: 0 }}
      returnFocus
      withRoles
      zIndex={400}
    >
      <Popover.Target>
        <IconButton
          label={count === 0 ? t('tools.jobs') : t('tools.running', { count })}
          onClick={() => setOpened(!opened)}
        >
          <BellIcon />
          {count > 0 && (
            <span className={styles['badge']} aria-hidden="true">
              {count}
            </span>
          )}
        </IconButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('tools.jobs')}>
        <div className={styles['panel']} tabIndex={-1} data-autofocus>
          {count === 0 ? (
            <>
              <strong>{t('tools.idle')}</strong>
              <p>{t('tools.idleText')}</p>
            </>
          ) : (
            <JobList jobs={jobs} onFollow={() => setOpened(false)} />
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
