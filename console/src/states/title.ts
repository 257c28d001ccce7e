import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** Sets the title of the tab. The innermost open page determines it. */
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
