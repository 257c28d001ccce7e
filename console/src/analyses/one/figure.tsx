import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Analysis } from '../../../../client/src/index.ts';
import { formatNumber } from '../../i18n/format.ts';
import { inLanguage, marksOf } from '../../i18n/sentences.ts';
import { IconButton } from '../../ui/button.tsx';
import { DownloadIcon, TableIcon } from '../../ui/icons.tsx';
import { Menu } from '../../ui/overlays.tsx';
import { HeatMap, HeatScale } from '../heat-map.tsx';
import { MarkAnchor } from './mark-anchor.tsx';
import styles from './one.module.css';
import { Picture } from './picture.tsx';
import type { HeatMapPlot, Plot } from './plot.ts';
import { linkOfCell } from './plot-links.ts';
import { PlotTableView } from './plot-table-view.tsx';

/** With more columns, their names have to be rotated, which only the rendered plot does. */
const MAX_COLUMNS = 8;

/** A plot with its description, the image that the service renders, and the same data as a table. */
export function Figure({ analysis, plot }: { analysis: Analysis; plot: Plot }) {
  const { t } = useTranslation();
  const id = useId();
  const [asTable, setAsTable] = useState(false);
  const marks = marksOf(analysis);
  const address = (ending: string) => `/analysis/${analysis.id}/plots/${plot.id}.${ending}`;
  return (
    <figure className={styles['figure']} aria-labelledby={id}>
      <figcaption>
        <div>
          <h3 id={id} {...marks}>
            {plot.title}
          </h3>
          <p id={`${id}-text`} {...marks}>
            {plot.description}
          </p>
        </div>
        <IconButton
          label={t('analysis.asTable')}
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
          kind={asTable ? 'plain' : 'quiet'}
        >
          <TableIcon />
        </IconButton>
        <Menu position="bottom-end" width={160} transitionProps={{ duration: 0 }}>
          <Menu.Target>
            <IconButton label={t('analysis.download', { name: plot.title })}>
              <DownloadIcon />
            </IconButton>
          </Menu.Target>
          <Menu.Dropdown>
            {['svg', 'png'].map((ending) => (
              <Menu.Item
                key={ending}
                component="a"
                href={inLanguage(address(ending))}
                download={`${plot.id}.${ending}`}
              >
                {ending.toUpperCase()}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </figcaption>
      {asTable ? (
        <PlotTableView analysis={analysis} plot={plot} />
      ) : (
        <Drawing analysis={analysis} plot={plot} labelledBy={`${id} ${id}-text`} />
      )}
    </figure>
  );
}

function Drawing({ analysis, plot, labelledBy }: { analysis: Analysis; plot: Plot; labelledBy: string }) {
  const { t } = useTranslation();
  if (plot.kind === 'heat_map' && plot.x.values.length <= MAX_COLUMNS) return <Map analysis={analysis} plot={plot} />;
  return (
    <>
      <Picture analysis={analysis} plot={plot} labelledBy={labelledBy} />
      <p className={styles['legend']}>
        <span>{t('analysis.n', { n: formatNumber(plot.n), cases: plot.cases ?? '' })}</span>
      </p>
    </>
  );
}

/** A heat map with few columns is drawn in the browser, with cells that link to their questions. */
function Map({ analysis, plot }: { analysis: Analysis; plot: HeatMapPlot }) {
  const { t } = useTranslation();
  const digits = plot.value.unit === '%' ? 1 : 0;
  return (
    <div {...marksOf(analysis)}>
      <HeatMap
        caption={plot.title}
        corner={`${plot.y.label} \\ ${plot.x.label}`}
        columns={plot.x.values}
        rows={plot.y.values}
        values={plot.values}
        digits={digits}
        isMarked={(y, x) => plot.marked.some(([column, row]) => column === x && row === y)}
        wrap={(y, x, text) => {
          const link = linkOfCell(analysis, plot, x, y);
          const name = `${plot.y.values[y] ?? ''}, ${plot.x.values[x] ?? ''}`;
          if (link === null) return <span>{text}</span>;
          return (
            <MarkAnchor analysisId={analysis.id} link={link} name={name}>
              {text}
            </MarkAnchor>
          );
        }}
      />
      <p className={styles['legend']}>
        <span>
          {plot.value.label} <HeatScale values={plot.values} />
          {plot.mark_label !== null && (
            <span className={styles['marked']}>
              <i aria-hidden="true" /> {plot.mark_label}
            </span>
          )}
        </span>
        <span>{t('analysis.n', { n: formatNumber(plot.n), cases: plot.cases ?? plot.value.unit ?? '' })}</span>
      </p>
    </div>
  );
}
