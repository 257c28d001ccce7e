import { useTranslation } from 'react-i18next';
import { useCategories } from '../../questions/facts.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { fieldOfReport } from '../errors/report-field.ts';
import styles from '../import.module.css';
import type { Checked } from '../use-check.ts';
import { type Settings, setSettings } from '../wizard.ts';

const LEFT = '';
const MAX_NAMES = 100;

/** Maps names in the file to categories of the bank. Mapped names stay in the list. */
export function CategoryMap({ checked: { record, reports }, settings }: { checked: Checked; settings: Settings }) {
  const { t } = useTranslation();
  const categories = useCategories();
  const { category_map } = settings;
  const counts = new Map<string, number>();
  for (const report of reports) {
    if (report.code !== 'not_allowed' || fieldOfReport(report, record.columns) !== 'category') continue;
    counts.set(report.value, (counts.get(report.value) ?? 0) + 1);
  }
  const names = [...new Set([...Object.keys(category_map), ...counts.keys()])].slice(0, MAX_NAMES);
  if (names.length === 0) return null;
  const choose = (name: string, to: string) => {
    const { [name]: _before, ...rest } = category_map;
    setSettings({ category_map: to === LEFT ? rest : { ...rest, [name]: to } });
  };
  return (
    <section className={styles['section']}>
      <h2>{t('import.map.categories')}</h2>
      <p className={styles['text']}>{t('import.map.categoriesText')}</p>
      <ul className={styles['names']}>
        {names.map((name) => (
          <li key={name}>
            <span>
              <b>{name}</b> {counts.has(name) && t('import.map.rows', { count: counts.get(name) ?? 0 })}
            </span>
            <NativeSelect
              bare
              label={t('import.map.categoryFor', { name })}
              value={category_map[name] ?? LEFT}
              onValue={(to) => choose(name, to)}
              choices={[
                { value: LEFT, label: t('import.map.leave') },
                ...categories.map((category) => ({ value: category, label: category })),
              ]}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
