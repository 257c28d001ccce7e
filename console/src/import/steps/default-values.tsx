import { useTranslation } from 'react-i18next';
import { useCategories } from '../../questions/facts.tsx';
import { STATUSES } from '../../questions/search.ts';
import { NativeSelect } from '../../ui/native-select.tsx';
import styles from '../import.module.css';
import { type Settings, setSettings } from '../wizard.ts';

export const DEFAULTED = ['category', 'difficulty', 'status'] as const;
type Defaulted = (typeof DEFAULTED)[number];

/** One value for all questions of the file that have none. */
export function DefaultValues({
  settings: { defaults },
  fields,
}: {
  settings: Settings;
  fields: readonly Defaulted[];
}) {
  const { t } = useTranslation();
  const categories = useCategories();
  const set = (field: string, value: string) => {
    const { [field]: _before, ...rest } = defaults;
    const given = field === 'difficulty' ? Number(value) : value;
    setSettings({ defaults: value === '' ? rest : { ...rest, [field]: given } });
  };
  const none = { value: '', label: t('import.map.noDefault') };
  const choices = {
    category: categories.map((name) => ({ value: name, label: name })),
    difficulty: ([0, 1, 2] as const).map((level) => ({ value: String(level), label: t(`level.${level}`) })),
    status: STATUSES.map((one) => ({ value: one, label: t(`status.${one}`) })),
  };
  return (
    <div className={styles['pair']}>
      {fields.map((field) => (
        <NativeSelect
          key={field}
          label={t(`field.${field}`)}
          value={String(defaults[field] ?? '')}
          onValue={(value) => set(field, value)}
          choices={[none, ...choices[field]]}
        />
      ))}
    </div>
  );
}
