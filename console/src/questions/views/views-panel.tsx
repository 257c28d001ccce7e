import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { quaestor } from '../../api/client.ts';
import { useMay, useSession } from '../../api/session.ts';
import { Problem } from '../../states/problem.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { StarIcon } from '../../ui/icons.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { hasMemberFilter, type QuestionSearch } from '../search.ts';
import { viewKeys } from './queries.ts';
import { SaveView } from './save-view.tsx';
import { readStarred, toggleStarred } from './starred.ts';
import { searchOf, type View, viewOf } from './view-search.ts';
import styles from './views.module.css';

interface PanelProps {
  views: readonly View[];
  current: View | undefined;
  isEdited: boolean;
  search: QuestionSearch;
  onDone: () => void;
}

export function ViewsPanel({ views, current, isEdited, search, onDone }: PanelProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [starred, setStarred] = useState(readStarred);
  const open = (view: View) => {
    void navigate({ to: '/questions', search: { ...searchOf(view), view: view.id } });
    onDone();
  };
  const shown = views.toSorted(
    (one, other) => Number(starred.has(other.id)) - Number(starred.has(one.id)) || one.name.localeCompare(other.name),
  );
  return (
    <div className={styles['panel']}>
      {shown.length === 0 && <p className={styles['none']}>{t('views.none')}</p>}
      <ul className={styles['list']}>
        {shown.map((view) => (
          <li key={view.id} data-current={view.id === current?.id || undefined}>
            <button type="button" onClick={() => open(view)} aria-current={view.id === current?.id || undefined}>
              <span data-bank>{view.name}</span>
              {view.shared && <small>{t('views.isShared')}</small>}
            </button>
            <IconButton
              small
              label={t(starred.has(view.id) ? 'views.unstar' : 'views.star', { name: view.name })}
              aria-pressed={starred.has(view.id)}
              onClick={() => setStarred(toggleStarred(view.id))}
            >
              <StarIcon />
            </IconButton>
          </li>
        ))}
      </ul>
      {current !== undefined && (
        <CurrentView
          key={current.id} // the key has no version, so typed text is kept
          view={current}
          isEdited={isEdited}
          search={search}
          onDone={onDone}
        />
      )}
      {!hasMemberFilter(search) && <SaveView search={search} onDone={onDone} />}
    </div>
  );
}

/** The owner's actions on the open view. */
function CurrentView({ view, isEdited, search, onDone }: Omit<PanelProps, 'views' | 'current'> & { view: View }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const own = useSession()?.principal === view.owner;
  const managesPeople = useMay('people:manage');
  const [name, setName] = useState(view.name);
  const refresh = () => client.invalidateQueries({ queryKey: viewKeys.all });
  const changing = useMutation({
    mutationFn: (change: Partial<Pick<View, 'name' | 'filter' | 'sort' | 'shared'>>) =>
      quaestor.views.update(view.id, change, { ifVersion: view.version }),
    onSuccess: async () => {
      showToast(t('views.updated'));
      await refresh();
    },
  });
  const { view: _view, ...withoutView } = search;
  const deleting = useMutation({
    mutationFn: () => quaestor.views.delete(view.id, { ifVersion: view.version }),
    onSuccess: async () => {
      showToast(t('views.deleted'));
      onDone();
      await navigate({ to: '/questions', search: withoutView });
      await refresh();
    },
  });
  if (!own && !(view.shared && managesPeople)) return null;
  const error = changing.error ?? deleting.error;
  return (
    <section className={styles['current']} aria-label={view.name}>
      {error !== null && <Problem error={error} />}
      {isEdited && (
        <Button kind="filled" onClick={() => changing.mutate(viewOf(search))}>
          {t('views.update', { name: view.name })}
        </Button>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '' && name.trim() !== view.name) changing.mutate({ name: name.trim() });
        }}
      >
        <input
          className="input"
          aria-label={t('views.name')}
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" disabled={name.trim() === '' || name.trim() === view.name}>
          {t('views.rename')}
        </Button>
      </form>
      <label>
        <input
          type="checkbox"
          className="check"
          checked={view.shared}
          onChange={(event) => changing.mutate({ shared: event.currentTarget.checked })}
        />
        {t('views.share')}
      </label>
      <Button kind="link" onClick={() => deleting.mutate()}>
        {t('views.delete')}
      </Button>
    </section>
  );
}
