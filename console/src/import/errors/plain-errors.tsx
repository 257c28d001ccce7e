import { useTranslation } from 'react-i18next';
import { Table } from '../../ui/page.tsx';
import styles from '../import.module.css';
import type { Report } from '../use-check.ts';

/** Lists each error with its place and fix, for files that cannot be corrected here. */
export function PlainErrors({ reports }: { reports: readonly Report[] }) {
  const { t } = useTranslation();
  if (reports.length === 0) return null;
  return (
    <Table label={t('import.report.errors')}>
      <thead>
        <tr>
          {(['place', 'column', 'value', 'problem', 'howTo'] as const).map((head) => (
            <th key={head} scope="col">
              {t(`import.check.${head}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {reports.map((report, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an item may have several errors of one kind
          <tr key={index}>
            <th scope="row" className={styles['line']}>
              {placeOf(report)}
            </th>
            <td>{report.column}</td>
            <td className={styles['value']}>{report.value}</td>
            <td>{report.detail}</td>
            <td>{report.fix}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** The line, or else the sheet and row, the file inside a package, or the number of the item. */
function placeOf({ line, row, sheet, file, item, number }: Report): string {
  if (line !== null) return String(line);
  if (row !== null) return sheet === null ? String(row) : `${sheet}, ${row}`;
  return [file, item].find((part) => part !== null) ?? `#${number}`;
}
