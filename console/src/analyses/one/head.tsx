import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Analysis } from '../../../../client/src/index.ts';
import { useMay } from '../../api/session.ts';
import { formatDuration, formatTime } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { CompareIcon, RepeatIcon } from '../../ui/icons.tsx';
import { useIsPhone } from '../../ui/media.ts';
import { isFinished } from '../model.ts';
import { useRunAgain } from '../run-again.ts';
import { useScopeWords } from '../words.ts';
import { Export } from './export.tsx';
import styles from './one.module.css';

/** The type, scope and time of an analysis, with actions for the whole of it. */
export function Head({ analysis }: { analysis: Analysis }) {
  const { t } = useTranslation();
  const words = useScopeWords();
  const isPhone = useIsPhone();
  const mayRun = useMay('analysis:run');
  const again = useRunAgain();
  const { analysis_type: type, question_count: count, completed_at: end, duration_ms: ms, parameters } = analysis;
  const seed = parameters['seed'];
  const facts = [
    words(analysis),
    count !== null && t('analysis.scope.count', { count }),
    formatTime(end ?? analysis.created_at),
    ms !== null && formatDuration(ms),
    seed !== undefined && t('analysis.seed', { seed: JSON.stringify(seed) }),
  ].filter((fact) => fact !== false);
  return (
    <header className={styles['head']}>
      <div>
        <p className={styles['crumb']}>
          <Link to="/analyses">{t('analysis.page')}</Link> / {t(`analysis.type.${type}.name`)}
        </p>
        <h1>{t(`analysis.type.${type}.asks`)}</h1>
        <p className={styles['facts']} data-bank>
          {facts.join(', ')}
        </p>
      </div>
      {isFinished(analysis) && (
        <div className={styles['actions']}>
          {analysis.status === 'succeeded' && !isPhone && (
            <Link to="/analyses/compare" search={{ a: analysis.id }} className="button" data-kind="quiet">
              <CompareIcon /> {t('analysis.compare.action')}
            </Link>
          )}
          {mayRun && (
            <Button icon={<RepeatIcon />} disabled={again.isPending} onClick={() => again.mutate(analysis)}>
              {t('analysis.again')}
            </Button>
          )}
          {analysis.status === 'succeeded' && <Export analysis={analysis} />}
        </div>
      )}
    </header>
  );
}
