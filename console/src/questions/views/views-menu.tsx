import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { ChevronDownIcon, StarIcon } from '../../ui/icons.tsx';
import { Popover } from '../../ui/overlays.tsx';
import type { QuestionSearch } from '../search.ts';
import { useViews } from './queries.ts';
import { isSameView, viewOf } from './view-search.ts';

const ViewsPanel = lazy(async () => ({ default: (await import('./views-panel.tsx')).ViewsPanel }));

/** Shows the current view next to the title, whether it has been edited, and all other views. */
export function ViewsMenu({ search }: { search: QuestionSearch }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const { data: views = [] } = useViews(opened || search.view !== undefined);
  const current = views.find(({ id }) => id === search.view);
  const isEdited = current !== undefined && !isSameView(current, viewOf(search));
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      trapFocus
      transitionProps={{ duration: 0 }}
      returnFocus
      withRoles
      withOverlay
      overlayProps={{ backgroundOpacity: 0 }}
    >
      <Popover.Target>
        <Button kind="quiet" small icon={<StarIcon />} onClick={() => setOpened(!opened)}>
          <span data-bank={current && true}>{current?.name ?? t('views.label')}</span>
          {isEdited && <em>{t('views.edited')}</em>}
          <ChevronDownIcon size={14} />
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('views.label')}>
        <Suspense fallback={<p>{t('app.loading')}</p>}>
          <ViewsPanel
            views={views}
            current={current}
            isEdited={isEdited}
            search={search}
            onDone={() => setOpened(false)}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
