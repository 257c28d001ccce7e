import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadLaterTexts } from '../../i18n/i18n.ts';
import { Popover } from '../../ui/overlays.tsx';
import { hasMemberFilter } from '../search.ts';
import type { Exported } from './exported.ts';

const ExportPanel = lazy(async () => ({ default: (await import('./export-panel.tsx')).ExportPanel }));
const SheetDialog = lazy(async () => {
  const [{ SheetDialog: Dialog }] = await Promise.all([import('../sheet/sheet-dialog.tsx'), loadLaterTexts()]);
  return { default: Dialog };
});

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
  const [isSheet, setIsSheet] = useState(false);
  const openSheet = () => {
    setOpened(false);
    setIsSheet(true);
  };
  // The service does not export by members; the questions can be selected and exported.
  if (!('ids' in exported) && hasMemberFilter(exported)) return null;
  return (
    <>
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
            <ExportPanel exported={exported} count={count} onSheet={openSheet} onDone={() => setOpened(false)} />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
      {isSheet && (
        <Suspense>
          <SheetDialog exported={exported} count={count} onClose={() => setIsSheet(false)} />
        </Suspense>
      )}
    </>
  );
}
