import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/session.ts';
import styles from '../analyses.module.css';
import { TYPES } from '../model.ts';

/** Explains the types of analysis before the first run. */
export function TypesExplained() {
  const { t } = useTranslation();
  const mayRun = useMay('analysis:run');
  return (
    <>
      <p className={styles['lead']}>{mayRun ? t('analysis.empty') : t('analysis.emptyForViewers')}</p>
      <ul className={styles['cards']}>
        {TYPES.map((type) => (
          <li key={type} className={styles['card']}>
            <h2>{t(`analysis.type.${type}.asks`)}</h2>
            <p>{t(`analysis.type.${type}.about`)}</p>
            {mayRun && (
              <Link to="/analyses/new" search={{ type }} className="button" data-size="small">
                {t(`analysis.type.${type}.run`)}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
