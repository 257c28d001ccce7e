import i18next from 'i18next';

/** The date format of the browser if it has the displayed language. */
function locale(): string {
  const [spoken = 'en'] = i18next.language.split('-');
  return navigator.languages.find((one) => one.startsWith(spoken)) ?? spoken;
}

/** Creating a formatter takes a tenth of a millisecond or more, and a list has hundreds of dates. */
const made = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat>();

function dates(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `date ${locale()} ${JSON.stringify(options)}`;
  const format = made.get(key) ?? new Intl.DateTimeFormat(locale(), options);
  made.set(key, format);
  return format as Intl.DateTimeFormat;
}

function numbers(options: Intl.NumberFormatOptions, language = i18next.language): Intl.NumberFormat {
  const key = `number ${language} ${JSON.stringify(options)}`;
  const format = made.get(key) ?? new Intl.NumberFormat(language, options);
  made.set(key, format);
  return format as Intl.NumberFormat;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A short relative time for columns, such as "4 min" or "2 days", or the date. */
export function formatAge(time: string, now = Date.now()): string {
  const age = now - Date.parse(time);
  const unit = (value: number, name: 'minute' | 'hour' | 'day') =>
    numbers({ style: 'unit', unit: name, unitDisplay: name === 'day' ? 'long' : 'short' }, locale()).format(value);
  if (age < HOUR) return unit(Math.max(1, Math.round(age / MINUTE)), 'minute');
  if (age < DAY) return unit(Math.round(age / HOUR), 'hour');
  if (age < 7 * DAY) return unit(Math.round(age / DAY), 'day');
  const sameYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  return dates({
    day: 'numeric',
    month: 'short',
    ...(!sameYear && { year: 'numeric' }),
  }).format(new Date(time));
}

export function formatTime(time: string): string {
  return dates({ dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time));
}

export function formatDate(time: string): string {
  return dates({ dateStyle: 'medium' }).format(new Date(time));
}

/** The time of day, such as "16:22", for lists grouped by day. */
export function formatClock(time: string): string {
  return dates({ timeStyle: 'short' }).format(new Date(time));
}

export function formatDay(time: string): string {
  return dates({ dateStyle: 'full' }).format(new Date(time));
}

/** A short number, such as "239" or "10 M". */
export function formatShort(count: number): string {
  return numbers(count < 10_000 ? {} : { notation: 'compact', maximumFractionDigits: 1 }).format(count);
}

export function formatNumber(value: number, digits = 0): string {
  return numbers({ maximumFractionDigits: digits }).format(value);
}

/** Formats a share from 0 to 1 as a percentage. */
export function formatPercent(share: number, digits = 0): string {
  return numbers({ style: 'percent', maximumFractionDigits: digits }).format(share);
}

/** A duration such as "0.3 s", "48 s" or "12 min", the same in every language. */
export function formatDuration(ms: number): string {
  if (ms >= 2 * MINUTE) return `${formatNumber(ms / MINUTE)} min`;
  return `${formatNumber(Math.max(ms / 1000, 0.1), ms < 10_000 ? 1 : 0)} s`;
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A size such as "12 kB" or "256 MB", in units of 1,024, as in file managers. */
export function formatBytes(bytes: number): string {
  const power = bytes === 0 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  return new Intl.NumberFormat(locale(), {
    style: 'unit',
    unit: UNITS[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short', // "108 bytes", because the short form is "108 byte"
    maximumFractionDigits: 1,
  }).format(bytes / 1024 ** power);
}
