import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadLaterTexts } from '../../i18n/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { ColumnsIcon } from '../../ui/icons.tsx';
import { Popover } from '../../ui/overlays.tsx';
import type { OnSearch } from '../search.ts';
import type { Column } from './columns.ts';

const ColumnsPanel = lazy(async () => {
  const [{ ColumnsPanel: Panel }] = await Promise.all([import('./columns-panel.tsx'), loadLaterTexts()]);
  return { default: Panel };
});

export function ColumnsMenu({ chosen, onSearch }: { chosen: readonly Column[]; onSearch: OnSearch }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      trapFocus
      transitionProps={{ duration: 0 }}
      returnFocus
      withRoles
    >
      <Popover.Target>
        <Button kind="quiet" icon={<ColumnsIcon />} onClick={() => setOpened(!opened)}>
          {t('list.columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('list.columns')}>
        <Suspense fallback={<p>{t('app.loading')}</p>}>
          <ColumnsPanel chosen={chosen} onSearch={onSearch} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
