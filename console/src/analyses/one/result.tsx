import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Analysis } from '../../../../client/src/index.ts';
import { PAIR_TYPES, readRowFilters } from '../model.ts';
import { CellRows } from '../rows/cell-rows.tsx';
import { PairRows } from '../rows/pair-rows.tsx';
import { WorkRows } from '../rows/work-rows.tsx';
import { Figure } from './figure.tsx';
import { Findings } from './findings.tsx';
import { Method } from './method.tsx';
import styles from './one.module.css';
import { plotsOf } from './plot-links.ts';

/** The findings next to the first plot, then the rows, then the rest. */
export function Result({ analysis }: { analysis: Analysis }) {
  const { t } = useTranslation();
  const filters = readRowFilters({ ...useSearch({ from: '/framed/analyses/$id' }) });
  if (analysis.result === null) return <p>{t('analysis.withheld')}</p>;
  const [first, ...others] = plotsOf(analysis);
  const Rows = rowsFor(analysis);
  return (
    <>
      <div className={styles['columns']}>
        <Findings analysis={analysis} />
        {first !== undefined && <Figure key={first.id} analysis={analysis} plot={first} />}
      </div>
      <Rows analysis={analysis} filters={filters} />
      {others.length > 0 && (
        <section className={styles['others']}>
          <h2>{t('analysis.otherFigures')}</h2>
          <div>
            {others.map((plot) => (
              <Figure key={plot.id} analysis={analysis} plot={plot} />
            ))}
          </div>
        </section>
      )}
      <Method analysis={analysis} />
    </>
  );
}

function rowsFor({ analysis_type: type }: Analysis) {
  if (type === 'coverage') return CellRows;
  return PAIR_TYPES.has(type) ? PairRows : WorkRows;
}
