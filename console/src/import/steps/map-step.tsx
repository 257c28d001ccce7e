import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/session.ts';
import { useCategories } from '../../questions/facts.tsx';
import { STATUSES } from '../../questions/search.ts';
import { Problem } from '../../states/problem.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { CheckFailure } from '../check-failure.tsx';
import { CheckProgress } from '../footer.tsx';
import styles from '../import.module.css';
import { Preview } from '../preview.tsx';
import type { StepProps } from '../use-check.ts';
import { setSettings } from '../wizard.ts';
import { CategoryMap } from './category-map.tsx';
import { ColumnMap } from './column-map.tsx';

const FORMATS = [
  ...(['csv', 'xlsx', 'jsonl', 'moodle-xml', 'gift', 'aiken', 'anki', 'qti', 'qti-package', 'opentdb'] as const),
  ...(['kahoot', 'quizizz', 'blooket', 'gimkit', 'openolat'] as const),
];
const ENCODINGS = ['utf-8', 'windows-1252', 'iso-8859-2', 'iso-8859-15', 'macintosh', 'utf-16le', 'utf-16be'];
const FOUND = '';

/** The format of the file, its columns, and defaults for missing values. */
export function MapStep({ wizard, check }: StepProps) {
  const { t } = useTranslation();
  const mayManage = useMay('categories:manage');
  const { settings, source } = wizard;
  const { data, error, isPending, refetch } = check;
  const record = data?.record;
  const found = (name: string | null | undefined) =>
    name === null || name === undefined || name === '' ? 'utf-8' : name;
  return (
    <div className={styles['step']}>
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {record !== undefined && <CheckFailure record={record} hasFix />}
      <section className={styles['section']}>
        <h2>{t('import.map.read')}</h2>
        {isPending && error === null && (
          <p role="status">
            <CheckProgress check={check} />
          </p>
        )}
        <div className={styles['pair']}>
          <NativeSelect
            label={t('import.map.format')}
            value={settings.format ?? FOUND}
            onValue={(format) => setSettings({ format: FORMATS.find((one) => one === format), columns: undefined })}
            choices={[
              { value: FOUND, label: t('import.map.guessed', { found: record?.format ?? '…' }) },
              ...FORMATS.map((format) => ({ value: format, label: format })),
            ]}
          />
          <NativeSelect
            label={t('import.map.encoding')}
            value={settings.encoding ?? FOUND}
            onValue={(encoding) => setSettings({ encoding: encoding === FOUND ? undefined : encoding })}
            choices={[
              { value: FOUND, label: t('import.map.guessed', { found: found(wizard.foundEncoding) }) },
              ...ENCODINGS.map((encoding) => ({ value: encoding, label: encoding })),
            ]}
            hint={
              source.damaged > 0 && settings.encoding === undefined
                ? t('import.map.damaged', { count: source.damaged })
                : undefined
            }
          />
        </div>
        {(record?.notes.length ?? 0) > 0 && (
          <ul className={styles['notes']} aria-label={t('import.map.notes')}>
            {record?.notes.map(({ code, detail, line }) => (
              <li key={`${code} ${line} ${detail}`}>{detail}</li>
            ))}
          </ul>
        )}
      </section>
      {data !== undefined && <ColumnMap checked={data} settings={settings} />}
      <Defaults settings={settings} />
      {data !== undefined && <CategoryMap checked={data} settings={settings} />}
      {mayManage && (
        <label className={styles['check']}>
          <input
            type="checkbox"
            className="check"
            checked={settings.create_categories}
            onChange={(event) => setSettings({ create_categories: event.currentTarget.checked })}
          />
          {t('import.map.create')}
        </label>
      )}
      {record !== undefined && record.preview.length > 0 && (
        <section className={styles['section']}>
          <h2>{t('import.map.preview')}</h2>
          <Preview items={record.preview.slice(0, 3)} />
        </section>
      )}
    </div>
  );
}

function Defaults({ settings: { defaults } }: { settings: StepProps['wizard']['settings'] }) {
  const { t } = useTranslation();
  const categories = useCategories();
  const set = (field: string, value: string) => {
    const { [field]: _before, ...rest } = defaults;
    const given = field === 'difficulty' ? Number(value) : value;
    setSettings({ defaults: value === '' ? rest : { ...rest, [field]: given } });
  };
  const none = { value: '', label: t('import.map.noDefault') };
  const fields = [
    ['category', categories.map((name) => ({ value: name, label: name }))],
    ['difficulty', ([0, 1, 2] as const).map((level) => ({ value: String(level), label: t(`level.${level}`) }))],
    ['status', STATUSES.map((one) => ({ value: one, label: t(`status.${one}`) }))],
  ] as const;
  return (
    <section className={styles['section']}>
      <h2>{t('import.map.defaults')}</h2>
      <div className={styles['pair']}>
        {fields.map(([field, choices]) => (
          <NativeSelect
            key={field}
            label={t(`field.${field}`)}
            value={String(defaults[field] ?? '')}
            onValue={(value) => set(field, value)}
            choices={[none, ...choices]}
          />
        ))}
      </div>
    </section>
  );
}
