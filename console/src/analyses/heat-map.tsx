import type { ReactNode } from 'react';
import { formatNumber } from '../i18n/format.ts';
import styles from './heat-map.module.css';

/** Zero is a step of its own; the others are even parts of the largest. */
const STEPS = 8;

interface HeatMapProps {
  caption: string;
  corner: string;
  columns: readonly string[];
  rows: readonly string[];
  /** values[row][column] */
  values: readonly (readonly (number | null)[])[];
  digits?: number;
  isMarked?: (row: number, column: number) => boolean;
  /** Around the number of a cell that leads somewhere. */
  wrap: (row: number, column: number, text: string) => ReactNode;
}

/** A table whose cells are coloured by their number, which stands in them. */
export function HeatMap({ caption, corner, columns, rows, values, digits = 0, isMarked, wrap }: HeatMapProps) {
  const most = Math.max(0, ...values.flat().map((value) => value ?? 0));
  const stepOf = (value: number) => (value <= 0 ? 0 : Math.max(1, Math.ceil((value / most) * (STEPS - 1))));
  return (
    <table className={styles['map']}>
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

/** What the colours mean. */
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
