import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../access/access.module.css';
import { AccessProblem } from '../access/access-problem.tsx';
import { quaestor } from '../api/client.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/fields.tsx';
import { Dialog } from '../ui/overlays.tsx';
import { Radios } from '../ui/radios.tsx';
import { type Invited, ROLES, type Role } from './person.ts';
import { personKeys } from './queries.ts';

interface InviteProps {
  onClose: () => void;
  onInvited: (invited: Invited) => void;
}

export function InviteDialog({ onClose, onInvited }: InviteProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('editor');
  const [isTried, setIsTried] = useState(false);
  const { mutate, isPending, error } = useMutation({
    gcTime: 0, // the reply contains the link
    mutationFn: () =>
      quaestor.people.create({ name: name.trim(), role, ...(email.trim() !== '' && { email: email.trim() }) }),
    onSuccess: async (person) => {
      onInvited({ name: person.name, link: person.sign_in_link });
      await client.invalidateQueries({ queryKey: personKeys.all });
    },
  });
  return (
    <Dialog opened onClose={onClose} title={t('access.people.invite')} closeLabel={t('action.close')}>
      <form
        className={styles['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setIsTried(true);
          if (name.trim() !== '') mutate();
        }}
      >
        <AccessProblem error={error} />
        <TextField
          label={t('access.people.name')}
          error={isTried && name.trim() === '' ? t('question.required') : undefined}
          value={name}
          onValue={setName}
          maxLength={100}
          autoComplete="off"
          data-autofocus
        />
        <TextField
          label={t('access.people.email')}
          hint={t('access.people.emailHint')}
          value={email}
          onValue={setEmail}
          type="email"
          autoComplete="off"
        />
        <Radios
          legend={t('access.people.role')}
          value={role}
          onValue={setRole}
          choices={ROLES.map((value) => ({
            value,
            label: t(`role.${value}`),
            text: t(`access.people.roleText.${value}`),
          }))}
        />
        <div className={styles['buttons']}>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="filled" type="submit" disabled={isPending}>
            {t('access.people.inviteButton')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
