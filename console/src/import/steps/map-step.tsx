import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/session.ts';
import { Problem } from '../../states/problem.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { CheckFailure } from '../check-failure.tsx';
import { CheckProgress } from '../footer.tsx';
import styles from '../import.module.css';
import { Preview } from '../preview.tsx';
import type { StepProps } from '../use-check.ts';
import { setSettings } from '../wizard.ts';
import { ColumnMap } from './column-map.tsx';
import { DEFAULTED, DefaultValues } from './default-values.tsx';
import { askedFor, MissingValues } from './missing-values.tsx';
import { NameMaps } from './name-maps.tsx';
import { HeaderChoice, SheetChoice } from './table-place.tsx';

const FORMATS = [
  ...(['csv', 'xlsx', 'jsonl', 'moodle-xml', 'gift', 'aiken', 'pasted', 'anki'] as const),
  ...(['qti', 'qti-package', 'opentdb'] as const),
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
  const asked = askedFor(record);
  const foundFormat = settings.sheet === undefined ? record?.format : 'xlsx';
  const found = (name: string | null | undefined) =>
    name === null || name === undefined || name === '' ? 'utf-8' : name;
  return (
    <div className={styles['step']}>
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {record !== undefined && <CheckFailure record={record} hasFix />}
      {asked.length > 0 && <MissingValues asked={asked} settings={settings} />}
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
            onValue={(format) =>
              setSettings({
                format: FORMATS.find((one) => one === format),
                columns: undefined,
                header_row: undefined,
              })
            }
            choices={[
              { value: FOUND, label: t('import.map.guessed', { found: foundFormat ?? '…' }) },
              ...FORMATS.map((format) => ({ value: format, label: format })),
            ]}
          />
          <SheetChoice source={source} settings={settings} />
          {data !== undefined && <HeaderChoice checked={data} settings={settings} />}
          {source.sheets.length === 0 && (
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
          )}
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
      <section className={styles['section']}>
        <h2>{t('import.map.defaults')}</h2>
        <DefaultValues settings={settings} fields={DEFAULTED.filter((field) => !asked.some((one) => one === field))} />
      </section>
      {data !== undefined && <NameMaps checked={data} settings={settings} />}
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
