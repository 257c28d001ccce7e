import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { quaestor } from '../api/client.ts';
import { Problem } from '../states/problem.tsx';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/choices.tsx';
import { Dialog } from '../ui/overlays.tsx';
import styles from './categories.module.css';
import type { CategoryRow } from './use-counts.ts';
import type { Merge } from './use-merge.ts';

interface MergeProps {
  row: CategoryRow;
  others: readonly CategoryRow[];
  onClose: () => void;
  onDone: (begun: Merge | undefined) => void;
}

export function MergeDialog({ row, others, onClose, onDone }: MergeProps) {
  const { t } = useTranslation();
  const [into, setInto] = useState('');
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => quaestor.categories.delete(row.name, { merge_into: into }),
    onSuccess: (reply) => onDone('status' in reply ? reply : undefined),
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('categories.mergeTitle', { name: row.name })}
      closeLabel={t('action.close')}
    >
      <SelectField
        label={t('categories.into')}
        value={into}
        onValue={setInto}
        choices={others.map(({ name }) => ({ value: name, label: name }))}
        placeholder={t('question.chooseCategory')}
      />
      <p className={styles['text']}>{t('categories.mergeText', { name: row.name })}</p>
      {error !== null && <Problem error={error} />}
      <div className={styles['buttons']}>
        <Button onClick={onClose}>{t('action.cancel')}</Button>
        <Button kind="danger" disabled={into === '' || isPending} onClick={() => mutate()}>
          {t('categories.mergeButton', { count: row.count })}
        </Button>
      </div>
    </Dialog>
  );
}
