import { useTranslation } from 'react-i18next';
import { countSelected } from '../selection/selection.ts';
import type { Picking } from '../selection/use-selection.ts';
import type { Row } from '../use-questions.ts';
import styles from './list.module.css';

interface PickRowProps {
  text: string;
  picked: boolean;
  onPick: (extend: boolean) => void;
  tabIndex?: number;
}

/** The whole cell is clickable. In the table, the row is the tab stop, and its shortcuts select it. */
export function PickRow({ text, picked, onPick, tabIndex }: PickRowProps) {
  const { t } = useTranslation();
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the row must not open
    <label className={styles['pickLabel']} onClick={(event) => event.stopPropagation()}>
      <input
        type="checkbox"
        className="check"
        aria-label={t('bulk.pick', { text })}
        checked={picked}
        tabIndex={tabIndex}
        onChange={(event) => onPick((event.nativeEvent as MouseEvent).shiftKey)}
      />
    </label>
  );
}

/** Selects all loaded rows, whether none or some are selected. */
export function PickAll({ rows, picking }: { rows: readonly Row[]; picking: Picking }) {
  const { t } = useTranslation();
  // Rendered with every frame of scrolling, with up to 10,000 rows.
  const count = countSelected(picking.selection) === 0 ? 0 : rows.filter(({ id }) => picking.isPicked(id)).length;
  const isAll = count === rows.length;
  return (
    <label className={styles['pickLabel']}>
      <input
        type="checkbox"
        className="check"
        aria-label={t('bulk.pickAll')}
        checked={isAll}
        ref={(box) => {
          if (box !== null) box.indeterminate = count > 0 && !isAll;
        }}
        onChange={() => picking.pickAll(!isAll)}
      />
    </label>
  );
}
