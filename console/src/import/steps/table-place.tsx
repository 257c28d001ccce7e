import { useTranslation } from 'react-i18next';
import { NativeSelect } from '../../ui/native-select.tsx';
import { firstRows, headerLineOf } from '../table/header.ts';
import type { Checked } from '../use-check.ts';
import { type Settings, type Source, setSettings } from '../wizard.ts';

const ALL = '';
const NO_HEADER = 0;
const MAX_CELLS = 4;

/** Which sheet of a workbook is the table. */
export function SheetChoice({ source: { sheets }, settings }: { source: Source; settings: Settings }) {
  const { t } = useTranslation();
  if (sheets.length === 0) return null;
  const choose = (sheet: string) =>
    setSettings({ sheet: sheet === ALL ? undefined : sheet, columns: undefined, header_row: undefined });
  return (
    <NativeSelect
      label={t('import.map.sheet')}
      value={settings.sheet ?? ALL}
      onValue={choose}
      choices={[
        { value: ALL, label: t('import.map.allSheets') },
        ...sheets.map(({ name, rows }) => ({
          value: name,
          label: t('import.map.sheetRows', { name, count: rows.length }),
        })),
      ]}
      hint={settings.sheet === undefined ? t('import.map.allSheetsHint') : undefined}
    />
  );
}

/** Which row of the table has the names of the columns. */
export function HeaderChoice({ checked, settings }: { checked: Checked; settings: Settings }) {
  const { t } = useTranslation();
  const { table } = checked;
  const line = headerLineOf(checked, settings);
  if (table === undefined || line === undefined) return null;
  const rows = firstRows(table);
  return (
    <NativeSelect
      label={t('import.map.header')}
      value={String(line)}
      onValue={(value) => setSettings({ header_row: Number(value), columns: undefined })}
      choices={[
        ...rows.map((row) => ({
          value: String(row.line),
          label: t('import.map.headerRow', { row: row.row ?? row.line, cells: shownCells(row.cells) }),
        })),
        { value: String(NO_HEADER), label: t('import.map.noHeader') },
      ]}
    />
  );
}

function shownCells(cells: readonly string[]): string {
  const texts = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const shown = texts.slice(0, MAX_CELLS).map((text) => (text.length > 20 ? `${text.slice(0, 19)}…` : text));
  return shown.join(', ') + (texts.length > MAX_CELLS ? ' …' : '');
}
