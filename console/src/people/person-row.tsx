import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../access/access.module.css';
import { AccessProblem } from '../access/access-problem.tsx';
import { ConfirmDialog } from '../access/confirm-dialog.tsx';
import { quaestor } from '../api/client.ts';
import { useSession } from '../api/session.ts';
import { formatTime } from '../i18n/format.ts';
import { Button } from '../ui/button.tsx';
import { NativeSelect } from '../ui/native-select.tsx';
import { showToast } from '../ui/toasts.tsx';
import { type Invited, type Person, ROLES, type Role } from './person.ts';
import { personKeys } from './queries.ts';
import { SessionsDialog } from './sessions-dialog.tsx';

/** People cannot change their own role and access; another administrator has to. */
export function PersonRow({ person, onInvited }: { person: Person; onInvited: (invited: Invited) => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const isOwn = useSession()?.person.id === person.id;
  const [asking, setAsking] = useState<'sessions' | 'remove'>();
  const { id, name, email, role, last_used_at, link_expires_at } = person;
  const refresh = () => client.invalidateQueries({ queryKey: personKeys.all });
  const update = useMutation({
    mutationFn: (next: Role) => quaestor.people.update(id, { role: next }),
    onSuccess: async (changed) => {
      showToast(t('access.people.roleChanged', { name, role: t(`role.${changed.role}`) }));
      await refresh();
    },
  });
  const link = useMutation({
    gcTime: 0, // the reply contains the link
    mutationFn: () => quaestor.people.signInLink(id),
    onSuccess: async ({ sign_in_link }) => {
      onInvited({ name, link: sign_in_link });
      await refresh();
    },
  });
  const remove = useMutation({
    mutationFn: () => quaestor.people.delete(id),
    onSuccess: async () => {
      setAsking(undefined);
      await refresh();
    },
  });
  const isInvited = link_expires_at !== null && Date.parse(link_expires_at) > Date.now();
  return (
    <tr>
      <th scope="row">
        {name}
        {isOwn && ` (${t('access.you')})`}
        {email !== null && <span className={styles['small']}>{email}</span>}
        <AccessProblem error={update.error ?? link.error} />
      </th>
      <td>
        {isOwn ? (
          t(`role.${role}`)
        ) : (
          <NativeSelect
            bare
            label={t('access.people.roleOf', { name })}
            value={role}
            onValue={(next) => update.mutate(next as Role)}
            choices={ROLES.map((value) => ({ value, label: t(`role.${value}`) }))}
          />
        )}
      </td>
      <td>
        {last_used_at === null ? t('access.people.notSeen') : formatTime(last_used_at)}
        {isInvited && (
          <span className={styles['small']}>{t('access.people.invited', { time: formatTime(link_expires_at) })}</span>
        )}
      </td>
      <td>
        <div className={styles['actions']}>
          <Button
            small
            disabled={link.isPending}
            onClick={() => link.mutate()}
            aria-label={`${t('access.people.newLink')}: ${name}`}
          >
            {t('access.people.newLink')}
          </Button>
          <Button small onClick={() => setAsking('sessions')} aria-label={t('access.people.sessionsOf', { name })}>
            {t('access.people.sessions')}
          </Button>
          {!isOwn && (
            <Button small onClick={() => setAsking('remove')} aria-label={`${t('access.people.remove')}: ${name}`}>
              {t('access.people.remove')}
            </Button>
          )}
        </div>
        {asking === 'sessions' && <SessionsDialog person={person} onClose={() => setAsking(undefined)} />}
        {asking === 'remove' && (
          <ConfirmDialog
            title={t('access.people.removeTitle', { name })}
            text={t('access.people.removeText')}
            button={t('access.people.removeButton')}
            isDanger
            isPending={remove.isPending}
            error={remove.error}
            onConfirm={() => remove.mutate()}
            onClose={() => setAsking(undefined)}
          />
        )}
      </td>
    </tr>
  );
}
