import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useMay, useSession } from '../api/session.ts';
import { formatAge, formatTime } from '../i18n/format.ts';
import { peopleQuery } from '../people/queries.ts';
import { PersonIcon, TerminalIcon } from '../ui/icons.tsx';
import styles from './home.module.css';
import { useChanges } from './use-home.ts';

/** The most recent changes. */
export function ChangesCard() {
  const { t } = useTranslation();
  const own = useSession()?.principal;
  const mayWrite = useMay('questions:write');
  const { data: changes } = useChanges();
  const { data: people = [] } = useQuery({ ...peopleQuery, enabled: mayWrite });
  if (changes === undefined) return null;
  const nameOf = (actor: string) => {
    if (actor === own) return t('analysis.home.you');
    if (!actor.startsWith('person:')) return t('analysis.home.api');
    return people.find(({ id }) => actor === `person:${id}`)?.name ?? t('analysis.home.somebody');
  };
  return (
    <section className={styles['card']}>
      <h2>{t('analysis.home.changes')}</h2>
      {changes.length === 0 && <p>{t('analysis.home.noChanges')}</p>}
      <ul className={styles['changes']}>
        {changes.map(({ id, actor, kind, count, created_at: time }) => (
          <li key={id}>
            <span className={styles['who']}>
              {actor.startsWith('person:') ? <PersonIcon size={14} /> : <TerminalIcon size={14} />}
            </span>
            <span>
              <strong data-bank>{nameOf(actor)}</strong> {t(`analysis.home.kind.${kind}`, { count })}
            </span>
            <time dateTime={time} title={formatTime(time)}>
              {formatAge(time)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  );
}
