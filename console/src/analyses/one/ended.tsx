import { useTranslation } from 'react-i18next';
import type { Analysis } from '../../../../client/src/index.ts';
import problem from '../../states/problem.module.css';
import { ErrorShape } from '../../ui/icons.tsx';

/** An analysis that failed or was canceled. */
export function Ended({ analysis: { status, error } }: { analysis: Analysis }) {
  const { t } = useTranslation();
  if (status === 'canceled') return <p>{t('analysis.wasCanceled')}</p>;
  return (
    <div className={problem['note']} role="alert">
      <ErrorShape />
      <div lang="en" data-bank>
        <strong>{error?.title}</strong>
        <p>{error?.detail}</p>
      </div>
    </div>
  );
}
