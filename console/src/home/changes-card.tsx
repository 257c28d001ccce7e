import { useTranslation } from 'react-i18next';
import { WhoDidWhat } from '../activity/who-did-what.tsx';
import { formatAge, formatTime } from '../i18n/format.ts';
import { isPerson } from '../people/use-person-name.ts';
import { PersonIcon, TerminalIcon } from '../ui/icons.tsx';
import styles from './home.module.css';
import { useChanges } from './use-home.ts';

/** The most recent changes. */
export function ChangesCard() {
  const { t } = useTranslation();
  const { data: changes } = useChanges();
  if (changes === undefined) return null;
  return (
    <section className={styles['card']}>
      <h2>{t('analysis.home.changes')}</h2>
      {changes.length === 0 && <p>{t('analysis.home.noChanges')}</p>}
      <ul className={styles['changes']}>
        {changes.map((change) => (
          <li key={change.id}>
            <span className={styles['who']}>
              {isPerson(change.actor) ? <PersonIcon size={14} /> : <TerminalIcon size={14} />}
            </span>
            <span>
              <WhoDidWhat change={change} />
            </span>
            <time dateTime={change.created_at} title={formatTime(change.created_at)}>
              {formatAge(change.created_at)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  );
}
