import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Analysis } from '../../../../client/src/index.ts';
import { quaestor } from '../../api/client.ts';
import { pictureLanguage } from '../../i18n/sentences.ts';
import { Problem } from '../../states/problem.tsx';
import { useIsDark } from '../../ui/media.ts';
import { analysisKeys } from '../queries.ts';
import { readPicture } from './inline-svg.ts';
import styles from './one.module.css';
import type { Plot } from './plot.ts';

/** The widths that the service draws, in steps, so that resizing a window does not request every width. */
const MIN_WIDTH = 320;
const MAX_WIDTH = 1600;
const STEP = 20;

interface PictureProps {
  analysis: Analysis;
  plot: Plot;
  /** The ids of its title and description. */
  labelledBy: string;
}

/** A plot that the service draws as wide as it is shown, so that its texts have the size of the page's, in its font. */
export function Picture({ analysis, plot, labelledBy }: PictureProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const query = {
    theme: useIsDark() ? ('dark' as const) : ('light' as const),
    title: false,
    ...(width !== undefined && { width }),
    ...pictureLanguage(),
  };
  const { data, error, refetch } = useQuery({
    queryKey: analysisKeys.picture(analysis.id, plot.id, query),
    enabled: width !== undefined,
    queryFn: async ({ signal }) =>
      new TextDecoder().decode(await quaestor.analysis.plot(analysis.id, `${plot.id}.svg`, query, { signal })),
    staleTime: Number.POSITIVE_INFINITY, // a result never changes
  });
  useEffect(() => {
    if (data !== undefined) box.current?.replaceChildren(readPicture(data, labelledBy));
  }, [data, labelledBy]);
  return (
    <>
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && (
        <p role="status" className={styles['quiet']}>
          {t('app.loading')}
        </p>
      )}
      {/* Pictures with many columns are wider than the page, and scroll. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus */}
      <div ref={box} className={styles['picture']} tabIndex={0} data-bank />
    </>
  );
}

/** The width of an element, rounded down; undefined before the first layout. */
function useWidth(element: { current: HTMLElement | null }): number | undefined {
  const [width, setWidth] = useState<number>();
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const measure = () => {
      const room = Math.floor(current.clientWidth / STEP) * STEP;
      if (room > 0) setWidth(Math.min(Math.max(room, MIN_WIDTH), MAX_WIDTH));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
