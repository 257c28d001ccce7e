import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Analysis } from '../../../client/src/index.ts';
import { oneQuery } from '../analyses/queries.ts';
import { formatPercent, formatShort } from '../i18n/format.ts';
import { STATUSES } from '../questions/search.ts';
import { useReadyFacets } from './coverage-card.tsx';
import styles from './home.module.css';

/** The numbers of all questions, of ready ones, and of those without flaws. */
export function Totals({ total, flaws }: { total: number | undefined; flaws: Analysis | undefined }) {
  const { t } = useTranslation();
  const { data: ready } = useReadyFacets();
  const { data: analysis } = useQuery({ ...oneQuery(flaws?.id ?? ''), enabled: flaws !== undefined });
  const summary = (analysis?.result as { summary?: { clean_pct: number } } | null | undefined)?.summary;
  return (
    <dl className={styles['totals']}>
      <div>
        <dt>{t('analysis.home.questions')}</dt>
        <dd>
          <Link to="/questions" search={{ status: [...STATUSES] }}>
            {total === undefined ? '–' : formatShort(total)}
          </Link>
        </dd>
      </div>
      <div>
        <dt>{t('analysis.home.ready')}</dt>
        <dd>
          <Link to="/questions" search={{ status: ['ready'] }}>
            {ready === undefined ? '–' : formatShort(ready.total)}
          </Link>
        </dd>
      </div>
      <div>
        <dt>{t('analysis.home.clean')}</dt>
        <dd>{summary === undefined ? '–' : formatPercent(summary.clean_pct / 100, 1)}</dd>
      </div>
    </dl>
  );
}
