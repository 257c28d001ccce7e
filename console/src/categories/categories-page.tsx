import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConflictError } from '../../../client/src/index.ts';
import { quaestor } from '../api/client.ts';
import { useMay } from '../api/session.ts';
import { STATUSES } from '../questions/search.ts';
import { Problem } from '../states/problem.tsx';
import { useTitle } from '../states/title.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/fields.tsx';
import { showToast } from '../ui/toasts.tsx';
import styles from './categories.module.css';
import { MergeDialog } from './merge-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { type CategoryRow, useCategoryRows } from './use-counts.ts';
import { type Merge, useMerge } from './use-merge.ts';

export function CategoriesPage() {
  const { t } = useTranslation();
  useTitle(t('categories.page'));
  const mayManage = useMay('categories:manage');
  const { data: rows = [], error } = useCategoryRows();
  const { merge, follow, refresh } = useMerge();
  const [asked, setAsked] = useState<{ kind: 'rename' | 'merge'; row: CategoryRow }>();
  const close = () => setAsked(undefined);
  const finish = async (begun: Merge | undefined, done: string) => {
    close();
    if (begun === undefined) await refresh();
    const ended = begun && (await follow(begun));
    showToast(ended?.status === 'canceled' ? t('categories.stopped') : done);
  };
  const deleting = useMutation({
    mutationFn: (name: string) => quaestor.categories.delete(name),
    onSuccess: async () => {
      showToast(t('categories.deleted'));
      await refresh();
    },
  });
  return (
    <>
      <div className={styles['top']}>
        <h1>{t('categories.page')}</h1>
        {mayManage && <AddCategory onAdded={() => void refresh()} />}
        {(error ?? deleting.error) !== null && <Problem error={error ?? deleting.error} />}
      </div>
      <div className={styles['body']}>
        <table className={styles['table']}>
          <caption className="visually-hidden">{t('categories.caption')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('field.category')}</th>
              <th scope="col" className={styles['count']}>
                {t('categories.questions')}
              </th>
              <th scope="col">
                <span className="visually-hidden">{t('categories.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.name}>
                <th scope="row">
                  {row.name}
                  {(row.merging_into !== undefined || merge?.from === row.name) && (
                    <Moving row={row} merge={merge?.from === row.name ? merge : undefined} />
                  )}
                </th>
                <td className={styles['count']}>
                  <Link to="/questions" search={{ category: [row.name], status: [...STATUSES] }}>
                    {t('bulk.number', { count: row.count })}
                  </Link>
                </td>
                <td>
                  {mayManage && row.merging_into === undefined && (
                    <span className={styles['actions']}>
                      <Button
                        small
                        aria-label={t('categories.renameOf', { name: row.name })}
                        onClick={() => setAsked({ kind: 'rename', row })}
                      >
                        {t('categories.rename')}
                      </Button>
                      {rows.length > 1 && row.count > 0 && (
                        <Button
                          small
                          aria-label={t('categories.mergeOf', { name: row.name })}
                          onClick={() => setAsked({ kind: 'merge', row })}
                        >
                          {t('categories.merge')}
                        </Button>
                      )}
                      {row.count === 0 && (
                        <Button
                          small
                          aria-label={t('categories.deleteOf', { name: row.name })}
                          onClick={() => deleting.mutate(row.name)}
                        >
                          {t('question.delete')}
                        </Button>
                      )}
                    </span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {asked?.kind === 'rename' && (
        <RenameDialog
          name={asked.row.name}
          onClose={close}
          onDone={(begun) => void finish(begun, t('categories.renamed'))}
        />
      )}
      {asked?.kind === 'merge' && (
        <MergeDialog
          row={asked.row}
          others={rows.filter(({ name, merging_into }) => name !== asked.row.name && merging_into === undefined)}
          onClose={close}
          onDone={(begun) => void finish(begun, t('categories.merged', { name: asked.row.name }))}
        />
      )}
    </>
  );
}

function Moving({ row, merge }: { row: CategoryRow; merge: Merge | undefined }) {
  const { t } = useTranslation();
  const label = t('categories.moving', { into: merge?.into ?? row.merging_into });
  return (
    <span className={styles['moving']}>
      {label}
      {merge !== undefined && (
        <>
          <progress aria-label={label} max={Math.max(1, merge.progress.total)} value={merge.progress.completed} />
          {t('bulk.place', merge.progress)}
          <Button small onClick={() => void quaestor.categories.cancelMerge(merge.id)}>
            {t('bulk.stop')}
          </Button>
        </>
      )}
    </span>
  );
}

function AddCategory({ onAdded }: { onAdded: () => void }) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => quaestor.categories.create({ name: name.trim() }),
    onSuccess: () => {
      setName('');
      showToast(t('categories.added'));
      onAdded();
    },
  });
  const isTaken = error instanceof ConflictError;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '' && !isPending) mutate();
  };
  return (
    <form className={styles['add']} onSubmit={submit}>
      <TextField
        label={t('categories.name')}
        value={name}
        onValue={setName}
        maxLength={100}
        error={isTaken ? t('categories.taken') : undefined}
      />
      <Button type="submit" disabled={name.trim() === ''}>
        {t('categories.add')}
      </Button>
      {error !== null && !isTaken && <Problem error={error} />}
    </form>
  );
}
