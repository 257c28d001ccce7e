import type { ReactNode } from 'react';
import { formatNumber } from '../i18n/format.ts';
import styles from './heat-map.module.css';

/** Zero has its own step; the other steps divide the maximum evenly. */
const STEPS = 8;
/** The names of more columns are written upwards, because they would not fit in one line. */
const MAX_LEVEL_HEADS = 4;

interface HeatMapProps {
  caption: string;
  corner: string;
  columns: readonly string[];
  rows: readonly string[];
  /** values[row][column] */
  values: readonly (readonly (number | null)[])[];
  digits?: number;
  isMarked?: (row: number, column: number) => boolean;
  /** Wraps the number of a cell in a link. */
  wrap: (row: number, column: number, text: string) => ReactNode;
}

/** A table whose cells show their number and are coloured by it. */
export function HeatMap({ caption, corner, columns, rows, values, digits = 0, isMarked, wrap }: HeatMapProps) {
  const most = Math.max(0, ...values.flat().map((value) => value ?? 0));
  const stepOf = (value: number) => (value <= 0 ? 0 : Math.max(1, Math.ceil((value / most) * (STEPS - 1))));
  return (
    <table className={styles['map']} data-upright={columns.length > MAX_LEVEL_HEADS || undefined}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <td className={styles['corner']}>{corner}</td>
          {columns.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((name, row) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {columns.map((column, x) => {
              const value = values[row]?.[x] ?? null;
              return (
                <td key={column} data-step={stepOf(value ?? 0)} data-marked={isMarked?.(row, x) === true || undefined}>
                  {value === null ? '' : wrap(row, x, formatNumber(value, digits))}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The legend of the colours. */
export function HeatScale({ values }: { values: readonly (readonly (number | null)[])[] }) {
  const most = Math.max(0, ...values.flat().map((value) => value ?? 0));
  return (
    <span className={styles['scale']}>
      0
      <span aria-hidden="true">
        {Array.from({ length: STEPS }, (_, step) => (
          <i key={step} data-step={step} />
        ))}
      </span>
      {formatNumber(most, most < 10 ? 1 : 0)}
    </span>
  );
}
