import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import styles from '../access/access.module.css';
import { quaestor } from '../api/client.ts';
import { currentLanguage, setLanguage, shownLanguages } from '../i18n/i18n.ts';
import { nameOf } from '../i18n/languages.ts';
import { useTitle } from '../states/title.ts';
import { setAppearance, useAppearance } from '../ui/appearance.ts';
import { Page } from '../ui/page.tsx';
import { Radios } from '../ui/radios.tsx';
import { OwnName } from './own-name.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { Passkeys } from './passkeys.tsx';
import { settingsKeys } from './queries.ts';

/** Settings of this device and this person. Settings for everybody have their own pages. */
export function SettingsPage() {
  const { t } = useTranslation();
  useTitle(t('access.settings.page'));
  const { theme, density, shortcuts } = useAppearance();
  const { data: home } = useQuery({ queryKey: settingsKeys.home, queryFn: () => quaestor.system.home() });
  return (
    <Page title={t('access.settings.page')}>
      <OwnName />
      <section className={`${styles['section']} ${styles['narrow']}`}>
        <h2>{t('access.settings.appearance')}</h2>
        <Radios
          legend={t('account.theme')}
          value={theme}
          onValue={(chosen) => setAppearance({ theme: chosen })}
          choices={(['system', 'light', 'dark'] as const).map((value) => ({ value, label: t(`account.${value}`) }))}
        />
        <Radios
          legend={t('account.density')}
          value={density}
          onValue={(chosen) => setAppearance({ density: chosen })}
          choices={(['comfortable', 'compact'] as const).map((value) => ({ value, label: t(`account.${value}`) }))}
        />
        <Radios
          legend={t('access.settings.language')}
          value={currentLanguage()}
          onValue={(chosen) => void setLanguage(chosen)}
          choices={shownLanguages().map((value) => ({ value, label: nameOf(value) }))}
        />
      </section>
      <section className={`${styles['section']} ${styles['narrow']}`}>
        <h2>{t('access.settings.shortcuts')}</h2>
        <label className={styles['option']}>
          <input
            type="checkbox"
            className="check"
            checked={shortcuts}
            onChange={(event) => setAppearance({ shortcuts: event.currentTarget.checked })}
          />
          <span>
            {t('keys.switch')}
            <span className={styles['small']}>{t('keys.switchHint')}</span>
          </span>
        </label>
      </section>
      <Passkeys />
      <OwnSessions />
      <section className={`${styles['section']} ${styles['narrow']}`}>
        <h2>{t('access.settings.about')}</h2>
        <dl className={styles['facts']}>
          <dt>{t('access.settings.version')}</dt>
          <dd>{home === undefined ? '' : `${t('app.name')} ${home.version}`}</dd>
        </dl>
        <a href="/docs">{t('access.settings.docs')}</a>
      </section>
    </Page>
  );
}
