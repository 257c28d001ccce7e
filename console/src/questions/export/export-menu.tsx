import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Popover } from '../../ui/overlays.tsx';
import type { Exported } from './exported.ts';

const ExportPanel = lazy(async () => ({ default: (await import('./export-panel.tsx')).ExportPanel }));

interface ExportMenuProps {
  exported: Exported;
  /** Null if unknown. */
  count: number | null;
  position: 'bottom-end' | 'top';
  /** The button that opens the menu. */
  button: (toggle: () => void) => ReactNode;
}

/** The export formats of a list. */
export function ExportMenu({ exported, count, position, button }: ExportMenuProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  // The service does not export by change; the questions can be selected and exported.
  if ('change_id' in exported && exported.change_id !== undefined) return null;
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position={position}
      trapFocus
      transitionProps={{ duration: 0 }}
      returnFocus
      withRoles
      withOverlay
      overlayProps={{ backgroundOpacity: 0 }}
    >
      <Popover.Target>{button(() => setOpened(!opened))}</Popover.Target>
      <Popover.Dropdown aria-label={t('export.label')}>
        <Suspense fallback={<p>{t('app.loading')}</p>}>
          <ExportPanel exported={exported} count={count} onDone={() => setOpened(false)} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
