import { useTranslation } from 'react-i18next';
import type { Import } from '../../../../client/src/index.ts';
import { formatBytes, formatTime } from '../../i18n/format.ts';
import styles from '../import.module.css';

/** Details of the file, and the settings it was read with. */
export function FileFacts({ record }: { record: Import }) {
  const { t } = useTranslation();
  const { format, encoding, bytes, sha256, columns, options, created_at } = record;
  const facts = [
    [t('import.list.when'), formatTime(created_at)],
    [t('import.map.format'), encoding === null ? format : `${format}, ${encoding}`],
    [t('import.report.size'), formatBytes(bytes)],
    [t('import.report.hash'), <code key="hash">{sha256}</code>],
    ...(columns === null
      ? []
      : [
          [
            t('import.map.columns'),
            columns.map(({ header, field }) => `${header}: ${field ?? t('import.map.leaveOut')}`).join(', '),
          ],
        ]),
    [t('import.report.settings'), <code key="settings">{JSON.stringify(options)}</code>],
  ] as const;
  return (
    <details>
      <summary>{t('import.report.details')}</summary>
      <dl className={styles['facts']}>
        {facts.map(([name, value]) => (
          <div key={name} className={styles['fact']}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
