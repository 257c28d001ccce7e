import { useQuery } from '@tanstack/react-query';
import { Outlet, useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Analysis } from '../../../../client/src/index.ts';
import { translateResult } from '../../i18n/sentences.ts';
import { Problem } from '../../states/problem.tsx';
import { useTitle } from '../../states/title.ts';
import styles from '../analyses.module.css';
import { useLiveAnalyses } from '../live.ts';
import { isFinished } from '../model.ts';
import { oneQuery } from '../queries.ts';
import { Ended } from './ended.tsx';
import { Head } from './head.tsx';
import { Result } from './result.tsx';
import { Running } from './running.tsx';

/** A running analysis, or its result. */
export function AnalysisPage() {
  const { t } = useTranslation();
  const { id } = useParams({ from: '/framed/analyses/$id' });
  const { data: analysis, error, refetch } = useQuery(oneQuery(id));
  useLiveAnalyses(analysis === undefined ? [] : [analysis]);
  if (analysis === undefined) {
    return (
      <div className={styles['page']}>
        <h1>{t('analysis.page')}</h1>
        {error === null ? (
          <p role="status">{t('app.loading')}</p>
        ) : (
          <Problem error={error} onRetry={() => void refetch()} />
        )}
      </div>
    );
  }
  return (
    <div className={styles['page']}>
      {isFinished(analysis) && <Title page={t(`analysis.type.${analysis.analysis_type}.asks`)} />}
      <Head analysis={analysis} />
      <Stage analysis={analysis} />
      <Outlet />
    </div>
  );
}

function Stage({ analysis: stored }: { analysis: Analysis }) {
  const { i18n } = useTranslation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the translation depends on the displayed language
  const analysis = useMemo(() => translateResult(stored), [stored, i18n.language]);
  if (!isFinished(analysis)) return <Running analysis={analysis} />;
  return analysis.status === 'succeeded' ? <Result analysis={analysis} /> : <Ended analysis={analysis} />;
}

/** Shows the progress of a running analysis in the title. */
function Title({ page }: { page: string }) {
  useTitle(page);
  return null;
}
