import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { OfflineBanner } from '../../states/offline.tsx';
import { useTitle } from '../../states/title.ts';
import { IconButton } from '../../ui/button.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { SidePanel } from '../../ui/overlays.tsx';
import styles from './drawer.module.css';

interface PanelProps {
  label: string;
  onClose: () => void;
  /** The id of the question. */
  id?: string;
  /** Set while a dialog is open over the drawer, so that Escape closes only the dialog. */
  isCovered?: boolean;
  children: ReactNode;
}

export function Panel({ label, onClose, id, isCovered = false, children }: PanelProps) {
  useTitle(label);
  // After closing, the focus returns to the row of the question, or to the row from which the drawer was opened.
  const opener = useRef(document.activeElement);
  useEffect(() => {
    const from = opener.current;
    return () => {
      setTimeout(() => {
        if (document.querySelector('[role="dialog"]') !== null) return;
        const link = id === undefined ? null : document.querySelector(`main a[href*="${id}"]`);
        const opened = from?.isConnected ? from : null;
        const current = document.querySelector('tr[data-index][tabindex="0"]');
        const row = link?.closest('[data-index]') ?? opened?.closest('[data-index]') ?? current;
        const target = row === null ? (opened ?? link) : (row.querySelector<HTMLElement>('li a') ?? row);
        if (target instanceof HTMLElement) target.focus();
      });
    };
  }, [id]);
  return (
    <SidePanel opened onClose={onClose} label={label} closeOnEscape={!isCovered}>
      <div className={styles['panel']} data-drawer>
        {children}
      </div>
    </SidePanel>
  );
}

export function PanelHeader({
  title,
  start,
  end,
  onClose,
}: {
  title: string;
  start?: ReactNode;
  end?: ReactNode;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      <header className={styles['header']} data-screen>
        {start}
        <h2>{title}</h2>
        <span className={styles['push']} />
        {end}
        <IconButton label={t('action.close')} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </header>
      {/* The drawer covers the one of the page. */}
      <OfflineBanner />
    </>
  );
}
