import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useCategories } from '../../questions/facts.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import styles from '../import.module.css';
import type { Checked } from '../use-check.ts';
import { type Settings, setSettings } from '../wizard.ts';
import { FIELDS } from './column-map.tsx';
import { type FoundName, suggestedMaps, unknownCategories, unknownFields, unknownLevels } from './names.ts';

const LEFT = '';
/** Not a field, so that it differs from a name that stays an error. */
const LEFT_OUT = 'null';

interface Props {
  checked: Checked;
  settings: Settings;
}

/** The names of the file that the bank does not have, each with what it means. */
export function NameMaps(props: Props) {
  const { t } = useTranslation();
  const { checked, settings } = props;
  const categories = useCategories();
  const suggested = suggestedMaps(checked, settings, categories);
  const { count, ...maps } = suggested;
  return (
    <>
      {count > 0 && (
        <div>
          <Button icon={<CheckIcon size={14} />} onClick={() => setSettings(maps)}>
            {t('import.map.useSuggestions', { count })}
          </Button>
        </div>
      )}
      <Fields {...props} />
      <Categories {...props} />
      <Levels {...props} />
    </>
  );
}

function Categories({ checked, settings }: Props) {
  const { t } = useTranslation();
  const categories = useCategories();
  const { category_map } = settings;
  return (
    <NameMap
      title={t('import.map.categories')}
      text={t('import.map.categoriesText')}
      names={unknownCategories(checked, settings, categories)}
      labelOf={(name) => t('import.map.categoryFor', { name })}
      valueOf={(name) => category_map[name] ?? LEFT}
      choices={categories.map((category) => ({ value: category, label: category }))}
      onChoose={(name, to) => setSettings({ category_map: changed(category_map, name, to === LEFT ? undefined : to) })}
    />
  );
}

function Levels({ checked, settings }: Props) {
  const { t } = useTranslation();
  const { difficulty_map } = settings;
  return (
    <NameMap
      title={t('import.map.levels')}
      text={t('import.map.levelsText')}
      names={unknownLevels(checked, settings)}
      labelOf={(name) => t('import.map.levelFor', { name })}
      valueOf={(name) => difficulty_map[name]?.toString() ?? LEFT}
      choices={([0, 1, 2] as const).map((level) => ({ value: String(level), label: t(`level.${level}`) }))}
      onChoose={(name, to) =>
        setSettings({ difficulty_map: changed(difficulty_map, name, to === LEFT ? undefined : Number(to)) })
      }
    />
  );
}

function Fields({ checked, settings }: Props) {
  const { t } = useTranslation();
  const { field_map } = settings;
  const names = unknownFields(checked, settings);
  return (
    <NameMap
      title={t('import.map.fields')}
      text={t('import.map.fieldsText')}
      names={names}
      labelOf={(name) => t('import.map.fieldFor', { name })}
      valueOf={(name) => (name in field_map ? (field_map[name] ?? LEFT_OUT) : LEFT)}
      choices={[
        { value: LEFT_OUT, label: t('import.map.leaveOut') },
        ...FIELDS.map((field) => ({ value: field as string, label: t(`field.${field}`) })),
      ]}
      onChoose={(name, to) => setSettings({ field_map: changed(field_map, name, fieldOf(to)) })}
    />
  );
}

function fieldOf(choice: string): string | null | undefined {
  if (choice === LEFT) return undefined;
  return choice === LEFT_OUT ? null : choice;
}

function changed<Value>(map: Readonly<Record<string, Value>>, name: string, value: Value | undefined) {
  const { [name]: _before, ...rest } = map;
  return value === undefined ? rest : { ...rest, [name]: value };
}

interface NameMapProps {
  title: string;
  text: string;
  names: readonly FoundName[];
  labelOf: (name: string) => string;
  valueOf: (name: string) => string;
  choices: readonly { value: string; label: string }[];
  onChoose: (name: string, to: string) => void;
}

function NameMap({ title, text, names, labelOf, valueOf, choices, onChoose }: NameMapProps) {
  const { t } = useTranslation();
  const id = useId();
  if (names.length === 0) return null;
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className={styles['text']}>{text}</p>
      <ul className={styles['names']}>
        {names.map(({ name, count }) => (
          <li key={name}>
            <span>
              <b>{name}</b> {count > 0 && t('import.map.rows', { count })}
            </span>
            <NativeSelect
              bare
              label={labelOf(name)}
              value={valueOf(name)}
              onValue={(to) => onChoose(name, to)}
              choices={[{ value: LEFT, label: t('import.map.leave') }, ...choices]}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
