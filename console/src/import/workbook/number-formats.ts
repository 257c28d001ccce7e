const DAY_MS = 86_400_000;
const SECOND = 1 / 86_400;

/** Codes of real workbooks have up to about 100 characters. */
const MAX_CODE = 200;

type Style = 'number' | 'percent' | 'date';

/** The style of a built-in format by its id, or of a custom one by its code. */
export function styleOf(id: number, code: string | undefined): Style {
  if (id === 9 || id === 10) return 'percent';
  if ((id >= 14 && id <= 22) || (id >= 45 && id <= 47)) return 'date';
  const letters = (code ?? 'general')
    .slice(0, MAX_CODE)
    .toLowerCase()
    .replace(/"[^"]*"|\\.|\[[^\]]*\]/gu, '');
  if (letters.includes('%')) return 'percent';
  return !letters.includes('general') && /[dhmy]/u.test(letters) ? 'date' : 'number';
}

/** Writes a number as the service does, so that the browser and the service read the same texts. */
export function writeNumber(text: string, style: Style, from1904: boolean): string {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) return text;
  if (style === 'percent') return `${Number((100 * value).toPrecision(12))}%`;
  return style === 'date' ? writeDate(value, from1904) : String(value);
}

const LAST_DAY = 2_958_465; // 9999-12-31

function writeDate(value: number, from1904: boolean): string {
  const day = Math.floor(value + SECOND / 2);
  if (value < 0 || day > LAST_DAY) return String(value);
  const seconds = Math.max(0, Math.round((value - day) / SECOND));
  const time = new Date(1000 * seconds).toISOString().slice(11, seconds % 60 === 0 ? 16 : 19);
  if (day === 0 && !from1904) return time;
  // Excel counts a 29 February 1900 that never existed.
  const first = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, day < 60 ? 31 : 30);
  const date = new Date(first + day * DAY_MS).toISOString().slice(0, 10);
  return seconds === 0 ? date : `${date} ${time}`;
}
