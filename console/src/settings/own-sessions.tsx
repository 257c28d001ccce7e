import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import styles from '../access/access.module.css';
import { AccessProblem } from '../access/access-problem.tsx';
import { quaestor } from '../api/client.ts';
import { formatTime } from '../i18n/format.ts';
import { Button } from '../ui/button.tsx';
import { settingsKeys } from './queries.ts';

const MAX_SHOWN = 50;

/** All browsers that are signed in as this person. The session of a lost device can be ended here. */
export function OwnSessions() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data, error } = useQuery({
    queryKey: settingsKeys.sessions,
    queryFn: async ({ signal }) => (await quaestor.sessions.list({ limit: MAX_SHOWN }, { signal })).data,
  });
  const end = useMutation({
    mutationFn: (id: string) => quaestor.sessions.end(id),
    onSuccess: () => client.invalidateQueries({ queryKey: settingsKeys.sessions }),
  });
  return (
    <section className={`${styles['section']} ${styles['narrow']}`}>
      <h2>{t('access.settings.sessions')}</h2>
      <AccessProblem error={end.error ?? error} />
      <ul className={styles['list']} aria-label={t('access.settings.sessions')}>
        {data?.map(({ id, user_agent, last_used_at, current }) => (
          <li key={id}>
            <span>
              {current ? t('access.settings.thisOne') : (user_agent ?? t('access.settings.unknownBrowser'))}
              <time className={styles['small']} dateTime={last_used_at}>
                {formatTime(last_used_at)}
              </time>
            </span>
            {!current && (
              <Button small disabled={end.isPending} onClick={() => end.mutate(id)}>
                {t('access.settings.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
