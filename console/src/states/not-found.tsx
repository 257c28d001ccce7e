import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import styles from './problem.module.css';
import { useTitle } from './title.ts';

export function NotFound() {
  const { t } = useTranslation();
  useTitle(t('state.notFound'));
  return (
    <main className={styles['centre']}>
      <h1>{t('state.notFound')}</h1>
      <p>{t('state.notFoundFix')}</p>
      <Link to="/questions" className="button">
        {t('action.back')}
      </Link>
    </main>
  );
}
