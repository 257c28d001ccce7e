import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** Of the tab. The innermost page that is open says it. */
export function useTitle(page: string): void {
  const { t } = useTranslation();
  useEffect(() => {
    const before = document.title;
    document.title = t('app.title', { page });
    return () => {
      document.title = before;
    };
  }, [page, t]);
}
