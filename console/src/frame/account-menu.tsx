import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { quaestor } from '../api/client.ts';
import { useSession } from '../api/session.ts';
import { currentLanguage, setLanguage, shownLanguages } from '../i18n/i18n.ts';
import { nameOf } from '../i18n/languages.ts';
import { dropAllDrafts } from '../questions/kept-drafts.ts';
import { type Density, setAppearance, type Theme, useAppearance } from '../ui/appearance.ts';
import { SignOutIcon } from '../ui/icons.tsx';
import { Menu } from '../ui/overlays.tsx';
import styles from './frame.module.css';

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];
const DENSITIES: readonly Density[] = ['comfortable', 'compact'];

/** Ends the session, and removes all its data from the page and the device. */
export function useSignOut(): () => void {
  const { mutate } = useMutation({
    mutationFn: () => quaestor.sessions.signOut(),
    onSuccess: () => {
      dropAllDrafts();
      location.assign('/sign-in');
    },
  });
  return mutate;
}

export function AccountMenu({ inSheet = false }: { inSheet?: boolean }) {
  const { t } = useTranslation();
  const session = useSession();
  const { theme, density } = useAppearance();
  const signOut = useSignOut();
  const name = session?.person.name ?? '';
  return (
    <Menu position={inSheet ? 'top-start' : 'bottom-end'} width={220} transitionProps={{ duration: 0 }} zIndex={400}>
      <Menu.Target>
        {inSheet ? (
          <button type="button" className={styles['item']}>
            <span className={styles['avatar']}>{initials(name)}</span> {name}
          </button>
        ) : (
          <button
            type="button"
            className={styles['avatar']}
            aria-label={t('header.account', { name, initials: initials(name) })}
          >
            {initials(name)}
          </button>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        <div className={styles['who']}>
          <strong>{name}</strong>
          {session !== undefined && <span>{t(`role.${session.person.role}`)}</span>}
        </div>
        <Menu.Divider />
        <Menu.Label>{t('account.theme')}</Menu.Label>
        {THEMES.map((one) => (
          <Choice
            key={one}
            chosen={one === theme}
            onChoose={() => setAppearance({ theme: one })}
            label={t(`account.${one}`)}
          />
        ))}
        <Menu.Divider />
        <Menu.Label>{t('account.density')}</Menu.Label>
        {DENSITIES.map((one) => (
          <Choice
            key={one}
            chosen={one === density}
            onChoose={() => setAppearance({ density: one })}
            label={t(`account.${one}`)}
          />
        ))}
        <Menu.Divider />
        <Menu.Label>{t('account.language')}</Menu.Label>
        {shownLanguages().map((one) => (
          <Choice
            key={one}
            chosen={one === currentLanguage()}
            onChoose={() => void setLanguage(one)}
            label={nameOf(one)}
          />
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<SignOutIcon />} onClick={signOut}>
          {t('account.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Choice({ chosen, onChoose, label }: { chosen: boolean; onChoose: () => void; label: string }) {
  return (
    <Menu.RadioItem value={label} checked={chosen} onChange={onChoose}>
      {label}
    </Menu.RadioItem>
  );
}

function initials(name: string): string {
  const words = name.split(/\s+/u).filter((word) => word !== '');
  return [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word?.[0]?.toUpperCase() ?? '').join('');
}
