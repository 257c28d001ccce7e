import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { quaestor } from '../../api/client.ts';
import { Problem } from '../../states/problem.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { showToast } from '../../ui/toasts.tsx';
import type { QuestionSearch } from '../search.ts';
import { viewKeys } from './queries.ts';
import { viewOf } from './view-search.ts';
import styles from './views.module.css';

/** Saves the current filters and order under a name. */
export function SaveView({ search, onDone }: { search: QuestionSearch; onDone: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => quaestor.views.create({ ...viewOf(search), name: name.trim(), shared }),
    onSuccess: async ({ id }) => {
      showToast(t('views.saved'));
      await client.invalidateQueries({ queryKey: viewKeys.all });
      await navigate({ to: '/questions', search: { ...search, view: id }, replace: true });
      onDone();
    },
  });
  return (
    <form
      className={styles['save']}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '' && !isPending) mutate();
      }}
    >
      {error !== null && <Problem error={error} />}
      <TextField label={t('views.saveAs')} value={name} onValue={setName} maxLength={100} data-autofocus />
      <label>
        <input
          type="checkbox"
          className="check"
          checked={shared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
        {t('views.share')}
      </label>
      <Button type="submit" disabled={name.trim() === ''}>
        {t('views.save')}
      </Button>
    </form>
  );
}
