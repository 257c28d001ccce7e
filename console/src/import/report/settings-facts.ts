import { useTranslation } from 'react-i18next';
import type { Import } from '../../../../client/src/index.ts';
import { STATUSES } from '../../questions/search.ts';

/** The settings of an import, as the service returns them. Those of earlier releases lack some. */
interface Options {
  mode?: 'all_or_nothing' | 'valid_only';
  on_duplicate?: 'skip' | 'update' | 'create' | 'reject';
  defaults?: Readonly<Record<string, unknown>>;
  category_map?: Readonly<Record<string, string>>;
  difficulty_map?: Readonly<Record<string, number>>;
  field_map?: Readonly<Record<string, string | null>>;
  create_categories?: boolean;
  encoding?: string | null;
  sheet?: string | null;
}

export interface Fact {
  name: string;
  /** One line for each value. */
  values: readonly string[];
}

/** How the file was read, in words. A setting that says nothing is left out. */
export function useSettingsFacts({ columns, header_row: headerRow, ...record }: Import): Fact[] {
  const { t } = useTranslation();
  const { mode, on_duplicate: duplicates, create_categories: creates, ...options } = record.options as Options;
  const fieldName = useFieldName();
  const valueOf = (field: string, value: unknown): string => {
    if (field === 'difficulty') return t(`level.${String(value) as '0'}`, { defaultValue: String(value) });
    const status = STATUSES.find((one) => field === 'status' && one === value);
    if (status !== undefined) return t(`status.${status}`);
    return Array.isArray(value) ? value.join(', ') : String(value);
  };
  const mapped = <Value>(map: Readonly<Record<string, Value>> | undefined, name: (value: Value) => string) =>
    Object.entries(map ?? {}).map(([from, to]) => `${from} → ${name(to)}`);
  const header = headerRow === 0 ? t('import.map.noHeader') : t('import.report.row', { row: headerRow });
  const facts: (Fact | false)[] = [
    options.sheet != null && { name: t('import.map.sheet'), values: [options.sheet] },
    headerRow !== null && { name: t('import.map.header'), values: [header] },
    {
      name: t('import.map.columns'),
      values: ((columns ?? []) as { header: string; field: string | null }[]).map(
        (column) => `${column.header} → ${fieldName(column.field)}`,
      ),
    },
    {
      name: t('import.map.defaults'),
      values: Object.entries(options.defaults ?? {}).map(
        ([field, value]) => `${fieldName(field)}: ${valueOf(field, value)}`,
      ),
    },
    { name: t('import.map.categories'), values: mapped(options.category_map, String) },
    { name: t('import.map.levels'), values: mapped(options.difficulty_map, (level) => valueOf('difficulty', level)) },
    { name: t('import.map.fields'), values: mapped(options.field_map, fieldName) },
    creates === true && { name: t('import.report.newCategories'), values: [t('import.report.areCreated')] },
    mode !== undefined && { name: t('import.options.mode'), values: [t(`import.options.${mode}`)] },
    duplicates !== undefined && {
      name: t('import.options.duplicates'),
      values: [t(`import.options.${duplicates}`)],
    },
  ];
  return facts.filter((fact) => fact !== false).filter(({ values }) => values.length > 0);
}

/** The name of a field of a question, or of a column that belongs to several. */
function useFieldName(): (field: string | null) => string {
  const { t } = useTranslation();
  return (field) => {
    if (field === null) return t('import.map.leaveOut');
    if (field === 'key') return t('import.map.key');
    if (field === 'id') return t('import.map.id');
    if (field.startsWith('incorrect_answer_')) return t('import.map.wrongOption');
    const [, letter] = /^option_([a-z])$/u.exec(field) ?? [];
    if (letter !== undefined) return t('import.map.optionLetter', { letter: letter.toUpperCase() });
    return t(`field.${field as 'category'}`, { defaultValue: field });
  };
}
