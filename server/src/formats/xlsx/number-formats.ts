const DAY_MS = 86_400_000;
const SECOND = 1 / 86_400;

/** How numbers of a style are shown. */
export type Shown = 'number' | 'percent' | 'date';

/** Determined by the id of a built-in format, otherwise by the code of a custom one. */
export function shownAs(id: number, code: string | undefined): Shown {
  if (id === 9 || id === 10) return 'percent';
  if ((id >= 14 && id <= 22) || (id >= 45 && id <= 47)) return 'date';
  if (code === undefined) return 'number';
  const plain = code
    .slice(0, 200)
    .replace(/"[^"]{0,200}"|\\.|\[[^\]]{0,100}\]/gsu, '')
    .toLowerCase();
  if (plain.includes('%')) return 'percent';
  return !plain.includes('general') && /[dmyh]/u.test(plain) ? 'date' : 'number';
}

/** A number as shown to people: 8, not 8.0, and 3.41, not 3.4100000000000001. */
export function showNumber(text: string, shown: Shown, date1904: boolean): string {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) return text;
  if (shown === 'percent') return `${Number((value * 100).toPrecision(12))}%`;
  return shown === 'date' ? (showDate(value, date1904) ?? String(value)) : String(value);
}

/** ISO 8601, which is unambiguous; undefined if it is not a calendar date. */
function showDate(value: number, date1904: boolean): string | undefined {
  const days = Math.floor(value + SECOND / 2);
  const seconds = Math.round((value - days) * 86_400);
  const time = new Date(Math.max(0, seconds) * 1000).toISOString().slice(11, seconds % 60 === 0 ? 16 : 19);
  if (value < 0 || days > 2_958_465) return undefined;
  if (days === 0 && !date1904) return time;
  // Excel has a 29 February 1900, which never existed.
  const epoch = date1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30);
  const date = new Date(epoch + days * DAY_MS).toISOString().slice(0, 10);
  return seconds <= 0 ? date : `${date} ${time}`;
}
