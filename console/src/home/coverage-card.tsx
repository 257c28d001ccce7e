import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { HeatMap, HeatScale } from '../analyses/heat-map.tsx';
import { quaestor } from '../api/client.ts';
import { questionKeys } from '../questions/queries.ts';
import { LEVELS } from '../questions/search.ts';
import styles from './home.module.css';

/** The card shows only the largest categories; the coverage analysis shows all. */
const MAX_ROWS = 12;

export function useReadyFacets() {
  return useQuery({
    queryKey: questionKeys.facets('ready'),
    queryFn: ({ signal }) => quaestor.questions.facets({ status: ['ready'], topic_limit: 1 }, { signal }),
  });
}

/** Ready questions by category and level. Each number links to its questions. */
export function CoverageCard() {
  const { t } = useTranslation();
  const { data } = useReadyFacets();
  const categories = [...(data?.categories ?? [])].sort((one, other) => other.total - one.total).slice(0, MAX_ROWS);
  if (categories.length === 0) return null;
  const values = categories.map(({ difficulties }) =>
    LEVELS.map((level) => difficulties.find(({ difficulty }) => difficulty === level)?.total ?? 0),
  );
  return (
    <section className={styles['card']}>
      <header>
        <h2>{t('analysis.home.coverage')}</h2>
        <HeatScale values={values} />
      </header>
      <div data-bank>
        <HeatMap
          caption={t('analysis.home.coverage')}
          corner=""
          columns={LEVELS.map((level) => t(`level.${level}`))}
          rows={categories.map(({ category }) => category)}
          values={values}
          wrap={(row, column, text) => {
            const category = categories[row]?.category ?? '';
            const level = LEVELS[column] ?? 0;
            return (
              <Link
                to="/questions"
                search={{ category: [category], difficulty: [level], status: ['ready'] }}
                preload={false}
                aria-label={`${category}, ${t(`level.${level}`)}: ${t('analysis.scope.count', { count: values[row]?.[column] ?? 0 })}`}
              >
                {text}
              </Link>
            );
          }}
        />
      </div>
      <p>
        <Link to="/questions" search={{ status: ['ready'], sort: 'category' }}>
          {t('analysis.home.coverageList')}
        </Link>
      </p>
    </section>
  );
}
