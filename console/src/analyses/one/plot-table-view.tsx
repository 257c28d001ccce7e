import { useTranslation } from 'react-i18next';
import type { Analysis } from '../../../../client/src/index.ts';
import { formatNumber } from '../../i18n/format.ts';
import { MarkAnchor } from './mark-anchor.tsx';
import styles from './one.module.css';
import type { Plot } from './plot.ts';
import { tableOf } from './plot-table.ts';

/** The data of a plot as a table. Rows link to their questions if these can be listed. */
export function PlotTableView({ analysis, plot }: { analysis: Analysis; plot: Plot }) {
  const { t } = useTranslation();
  const { columns, rows } = tableOf(analysis, plot);
  const hasLinks = rows.some(({ link }) => link !== null);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
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
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a result never change
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
