import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../access/access.module.css';
import { AccessProblem } from '../access/access-problem.tsx';
import { quaestor } from '../api/client.ts';
import { sessionQuery } from '../api/queries.ts';
import { useSession } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/fields.tsx';
import { showToast } from '../ui/toasts.tsx';

const MAX_LENGTH = 100;

/** The name that others see. Address and role are changed by those who manage people. */
export function OwnName() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const before = useSession()?.person.name ?? '';
  const [typed, setTyped] = useState<string>();
  const [isTried, setIsTried] = useState(false);
  const name = typed ?? before;
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => quaestor.sessions.rename(name.trim()),
    onSuccess: async (session) => {
      client.setQueryData(sessionQuery.queryKey, session);
      setTyped(undefined);
      setIsTried(false);
      showToast(t('access.settings.nameSaved'));
      await client.invalidateQueries(); // the name appears on everything that the person has done
    },
  });
  return (
    <section className={`${styles['section']} ${styles['narrow']}`}>
      <h2>{t('access.settings.name')}</h2>
      <form
        className={styles['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setIsTried(true);
          if (name.trim() !== '' && name.trim() !== before) mutate();
        }}
      >
        <AccessProblem error={error} />
        <TextField
          label={t('access.settings.ownName')}
          hint={t('access.settings.ownNameHint')}
          error={isTried && name.trim() === '' ? t('question.required') : undefined}
          value={name}
          onValue={setTyped}
          maxLength={MAX_LENGTH}
          autoComplete="name"
        />
        <div>
          <Button type="submit" disabled={isPending}>
            {t('access.settings.saveName')}
          </Button>
        </div>
      </form>
    </section>
  );
}
