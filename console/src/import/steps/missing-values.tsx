import { useTranslation } from 'react-i18next';
import type { Import } from '../../../../client/src/index.ts';
import { WarningShape } from '../../ui/icons.tsx';
import { missingFields } from '../check-failure.tsx';
import styles from '../import.module.css';
import type { Settings } from '../wizard.ts';
import { DefaultValues } from './default-values.tsx';

type Asked = 'category' | 'difficulty';

/** The fields that no question of the file has and that one value can fill in. */
export function askedFor(record: Import | undefined): Asked[] {
  const missing = record === undefined ? [] : missingFields(record);
  return (['category', 'difficulty'] as const).filter((field) => missing.includes(field));
}

/** Many formats have neither levels nor categories. The file is fine, and one choice completes it. */
export function MissingValues({ asked, settings }: { asked: readonly Asked[]; settings: Settings }) {
  const { t } = useTranslation();
  return (
    <section className={styles['ask']} aria-label={t('import.missing.title')}>
      <WarningShape />
      <div>
        {asked.map((field) => (
          <strong key={field}>{t(`import.missing.${field}`)}</strong>
        ))}
        <p>{t('import.missing.text')}</p>
        <DefaultValues settings={settings} fields={asked} />
      </div>
    </section>
  );
}
