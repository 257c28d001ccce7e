import { useTranslation } from 'react-i18next';
import type { Import } from '../../../../client/src/index.ts';
import { formatBytes, formatTime } from '../../i18n/format.ts';
import styles from '../import.module.css';
import { type Fact, useSettingsFacts } from './settings-facts.ts';

/** Details of the file, and the settings it was read with. */
export function FileFacts({ record }: { record: Import }) {
  const { t } = useTranslation();
  const { format, encoding, bytes, sha256, created_at } = record;
  const facts: Fact[] = [
    { name: t('import.list.when'), values: [formatTime(created_at)] },
    { name: t('import.map.format'), values: [format] },
    ...(encoding === null ? [] : [{ name: t('import.map.encoding'), values: [encoding] }]),
    { name: t('import.report.size'), values: [formatBytes(bytes)] },
    ...useSettingsFacts(record),
    { name: t('import.report.hash'), values: [sha256] },
  ];
  return (
    <details>
      <summary>{t('import.report.details')}</summary>
      <dl className={styles['facts']}>
        {facts.map(({ name, values }) => (
          <div key={name} className={styles['fact']}>
            <dt>{name}</dt>
            {values.map((value, index) => (
              <dd key={`${index} ${value}`} data-bank>
                {value}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </details>
  );
}
