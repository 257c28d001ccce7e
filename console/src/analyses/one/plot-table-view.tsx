import { useTranslation } from 'react-i18next';
import type { Analysis } from '../../../../client/src/index.ts';
import { formatNumber } from '../../i18n/format.ts';
import { MarkAnchor } from './mark-anchor.tsx';
import styles from './one.module.css';
import type { Plot } from './plot.ts';
import { tableOf } from './plot-table.ts';

/** What the picture shows, as a table. Rows whose questions can be listed lead to them. */
export function PlotTableView({ analysis, plot }: { analysis: Analysis; plot: Plot }) {
  const { t } = useTranslation();
  const { columns, rows } = tableOf(analysis, plot);
  const hasLinks = rows.some(({ link }) => link !== null);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <div className={styles['twin']} tabIndex={0} role="group" aria-label={plot.title}>
      <table>
        <caption className="visually-hidden">{plot.title}</caption>
        <thead>
          <tr>
            {columns.map((name, index) => (
              <th key={`${index}-${name}`} scope="col" data-bank>
                {name}
              </th>
            ))}
            {hasLinks && <th scope="col">{t('analysis.column.questions')}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ cells, link }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a result stay as they are
            <tr key={index}>
              {cells.map((cell, column) => (
                <td key={`${column}-${columns[column]}`} data-number={typeof cell === 'number' || undefined}>
                  {typeof cell === 'number' ? formatNumber(cell, 2) : cell}
                </td>
              ))}
              {hasLinks && (
                <td data-number>
                  {link !== null && (
                    <MarkAnchor analysisId={analysis.id} link={link} name={cells.slice(0, -1).join(', ')}>
                      {link.to === 'question' ? t('analysis.openQuestion') : formatNumber(link.count)}
                    </MarkAnchor>
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
