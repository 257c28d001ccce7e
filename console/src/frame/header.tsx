import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useKeyNames } from '../i18n/key-names.ts';
import { IconButton } from '../ui/button.tsx';
import { HelpIcon, Logo, MenuIcon, SearchIcon } from '../ui/icons.tsx';
import { AccountMenu } from './account-menu.tsx';
import styles from './frame.module.css';
import { LateBell } from './jobs/late-bell.tsx';
import { openPalette } from './open-palette.ts';

export function Header({ onHelp, onMenu }: { onHelp: () => void; onMenu: () => void }) {
  const { t } = useTranslation();
  const keyName = useKeyNames();
  return (
    <header className={styles['header']} data-screen>
      <div className={styles['brand']}>
        <span className={styles['menu']}>
          <IconButton label={t('nav.open')} onClick={onMenu}>
            <MenuIcon />
          </IconButton>
        </span>
        <Link to="/" className={styles['brand']}>
          <Logo />
          {t('app.name')}
        </Link>
      </div>
      <button type="button" className={styles['find']} onClick={openPalette}>
        <SearchIcon />
        {t('header.search')}
        <kbd aria-hidden="true">{keyName('Ctrl K')}</kbd>
      </button>
      <div className={styles['end']}>
        <span className={styles['findShort']}>
          <IconButton label={t('header.search')} onClick={openPalette}>
            <SearchIcon />
          </IconButton>
        </span>
        <LateBell />
        <IconButton label={t('header.help')} onClick={onHelp}>
          <HelpIcon />
        </IconButton>
        <span className={styles['account']}>
          <AccountMenu />
        </span>
      </div>
    </header>
  );
}
