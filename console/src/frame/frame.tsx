import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outcomes } from '../changes/outcomes.tsx';
import { OfflineBanner } from '../states/offline.tsx';
import { NavigationSheet } from '../ui/overlays.tsx';
import { SkipLink } from '../ui/skip-link.tsx';
import { AccountMenu } from './account-menu.tsx';
import styles from './frame.module.css';
import { Header } from './header.tsx';
import { LateHelp } from './late-help.tsx';
import { LatePalette } from './late-palette.tsx';
import { Navigation } from './navigation.tsx';

/** The page behind a drawer, which has its own address. */
const pageOf = ({ pathname }: { pathname: string }) => pathname.replace(/\/questions.*$|(?<=\/pairs)\/.*$/u, '');

/** After a change of page, Tab continues inside the page instead of at the first link. */
function useFocusOfPage() {
  const main = useRef<HTMLElement>(null);
  const page = useLocation({ select: pageOf });
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current !== page) main.current?.focus({ preventScroll: true });
    shown.current = page;
  }, [page]);
  return main;
}

/** The header, the navigation and the page, for everything except the sign-in. */
export function Frame() {
  const { t } = useTranslation();
  const main = useFocusOfPage();
  const [helpOpen, setHelpOpen] = useState(false);
  const [sheetOpen, setSheetOpen] = useState(false);
  return (
    <div className={styles['frame']}>
      <SkipLink to="main">{t('app.skip')}</SkipLink>
      <Header onHelp={() => setHelpOpen(true)} onMenu={() => setSheetOpen(true)} />
      <OfflineBanner />
      <div className={styles['below']}>
        <Navigation />
        <main ref={main} id="main" tabIndex={-1} className={styles['main']}>
          <Outlet />
        </main>
      </div>
      <NavigationSheet
        opened={sheetOpen}
        onClose={() => setSheetOpen(false)}
        title={t('app.name')}
        closeLabel={t('nav.close')}
      >
        <Navigation inSheet onNavigate={() => setSheetOpen(false)} />
        <AccountMenu inSheet />
      </NavigationSheet>
      <LateHelp opened={helpOpen} onOpen={() => setHelpOpen(true)} onClose={() => setHelpOpen(false)} />
      <LatePalette />
      <Outcomes />
    </div>
  );
}
