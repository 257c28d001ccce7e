import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/overlays.tsx';
import styles from './access.module.css';
import { AccessProblem } from './access-problem.tsx';

interface CreateProps<Created> {
  title: string;
  button: string;
  isComplete: boolean;
  create: () => PromiseLike<Created>;
  onCreated: (created: Created) => void;
  /** The queries that show the new one. */
  queryKey: QueryKey;
  onClose: () => void;
  /** The fields. Missing values are reported after the first attempt. */
  children: (isTried: boolean) => ReactNode;
}

/** A form that creates something with a secret or a link, which its reply shows once. */
export function CreateDialog<Created>({
  title,
  button,
  isComplete,
  create,
  onCreated,
  queryKey,
  onClose,
  children,
}: CreateProps<Created>) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [isTried, setIsTried] = useState(false);
  const { mutate, isPending, error } = useMutation({
    gcTime: 0, // the reply contains the secret
    mutationFn: async () => create(),
    onSuccess: async (created) => {
      onCreated(created);
      await client.invalidateQueries({ queryKey });
    },
  });
  return (
    <Dialog opened onClose={onClose} title={title} closeLabel={t('action.close')}>
      <form
        className={styles['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setIsTried(true);
          if (isComplete) mutate();
        }}
      >
        <AccessProblem error={error} />
        {children(isTried)}
        <div className={styles['buttons']}>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="filled" type="submit" disabled={isPending}>
            {button}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
