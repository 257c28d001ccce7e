import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import styles from '../access/access.module.css';
import { AccessProblem } from '../access/access-problem.tsx';
import { quaestor } from '../api/client.ts';
import { formatTime } from '../i18n/format.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/overlays.tsx';
import { showToast } from '../ui/toasts.tsx';
import type { Person } from './person.ts';
import { personKeys } from './queries.ts';

const MAX_SHOWN = 50;

export function SessionsDialog({ person: { id, name }, onClose }: { person: Person; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data, error } = useQuery({
    queryKey: personKeys.sessions(id),
    queryFn: async ({ signal }) => (await quaestor.people.sessions(id, { limit: MAX_SHOWN }, { signal })).data,
  });
  const end = useMutation({
    mutationFn: () => quaestor.people.endSessions(id),
    onSuccess: async ({ ended }) => {
      showToast(t('access.people.ended', { count: ended }));
      onClose();
      await client.invalidateQueries({ queryKey: personKeys.all });
    },
  });
  return (
    <Dialog opened onClose={onClose} title={t('access.people.sessionsOf', { name })} closeLabel={t('action.close')}>
      <div className={styles['form']}>
        <AccessProblem error={end.error ?? error} />
        {data?.length === 0 && <p>{t('access.people.noSessions')}</p>}
        <ul className={styles['attempts']}>
          {data?.map((session) => (
            <li key={session.id}>
              {session.user_agent ?? t('access.settings.unknownBrowser')}
              <time className={styles['small']} dateTime={session.last_used_at}>
                {formatTime(session.last_used_at)}
              </time>
            </li>
          ))}
        </ul>
        <div className={styles['buttons']}>
          <Button onClick={onClose}>{t('action.close')}</Button>
          {(data?.length ?? 0) > 0 && (
            <Button kind="danger" disabled={end.isPending} onClick={() => end.mutate()}>
              {t('access.people.endAll')}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
