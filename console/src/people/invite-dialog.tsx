import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CreateDialog } from '../access/create-dialog.tsx';
import { quaestor } from '../api/client.ts';
import { TextField } from '../ui/fields.tsx';
import { Radios } from '../ui/radios.tsx';
import { type Invited, ROLES, type Role } from './person.ts';
import { personKeys } from './queries.ts';

interface InviteProps {
  onClose: () => void;
  onInvited: (invited: Invited) => void;
}

export function InviteDialog({ onClose, onInvited }: InviteProps) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('editor');
  return (
    <CreateDialog
      title={t('access.people.invite')}
      button={t('access.people.inviteButton')}
      isComplete={name.trim() !== ''}
      create={() =>
        quaestor.people.create({ name: name.trim(), role, ...(email.trim() !== '' && { email: email.trim() }) })
      }
      onCreated={(person) => onInvited({ name: person.name, link: person.sign_in_link })}
      queryKey={personKeys.all}
      onClose={onClose}
    >
      {(isTried) => (
        <>
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
        </>
      )}
    </CreateDialog>
  );
}
