import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Analysis } from '../../../../client/src/index.ts';
import { formatNumber } from '../../i18n/format.ts';
import { isSameFilter, PAIR_TYPES, ROW_FILTERS, type RowFilters, rowsOf } from '../model.ts';
import { humanised } from '../words.ts';
import styles from './rows.module.css';

/** Tabs for the rows of each finding, and for all rows. Rows opened from a mark have no finding. */
export function RowTabs({
  analysis,
  filters,
  total,
}: {
  analysis: Analysis;
  filters: RowFilters;
  total: number | null;
}) {
  const { t } = useTranslation();
  const describe = useDescribe(analysis);
  const offered = (analysis.findings ?? []).flatMap((finding) => {
    const rows = rowsOf(finding);
    return rows === null || Object.keys(rows).length === 0 ? [] : [{ rows, count: finding.count }];
  });
  const tabs = [{ rows: {} as RowFilters, count: null as number | null }, ...offered];
  if (!tabs.some(({ rows }) => isSameFilter(rows, filters))) tabs.push({ rows: filters, count: total });
  if (tabs.length === 1) return null;
  const to = PAIR_TYPES.has(analysis.analysis_type) ? '/analyses/$id/pairs' : '/analyses/$id';
  return (
    <nav className={styles['tabs']} aria-label={t('analysis.rows.choose')}>
      {tabs.map(({ rows, count }) => {
        const isShown = isSameFilter(rows, filters);
        return (
          <Link
            key={JSON.stringify(rows)}
            to={to}
            params={{ id: analysis.id }}
            search={rows}
            replace
            activeOptions={{ exact: true, includeSearch: true }}
            data-shown={isShown || undefined}
            data-bank={Object.keys(rows).length > 0 || undefined}
          >
            {Object.keys(rows).length === 0 ? t('analysis.filter.all') : describe(rows)}
            {count !== null && <span>{formatNumber(count)}</span>}
          </Link>
        );
      })}
    </nav>
  );
}

/** A short description of a filter of rows. */
function useDescribe({ result }: Analysis): (filters: RowFilters) => string {
  const { t } = useTranslation();
  const rules = (result as { rules?: { id: string; title: string }[] } | null)?.rules ?? [];
  const nameOf = (name: string, value: string) => {
    if (name === 'rule') return rules.find(({ id }) => id === value)?.title ?? humanised(value);
    if (name === 'difficulty' || (name === 'suggested' && /^[012]$/u.test(value))) {
      return t(`level.${value as '0'}`);
    }
    return t(`analysis.rowValue.${value as 'conflict'}`, { defaultValue: value });
  };
  return (filters) =>
    ROW_FILTERS.flatMap((name) => {
      const values = filters[name] ?? [];
      if (name === 'rule' && values.length > 2) return [t('analysis.rows.otherRules', { count: values.length })];
      return values.length === 0 ? [] : [values.map((value) => nameOf(name, value)).join(', ')];
    }).join(' · ');
}
