/** Parses the target that somebody has typed. */
export type Target =
  | { kind: 'id'; id: string }
  /** The start of that day in the reader's time zone. */
  | { kind: 'date'; date: Date }
  | { kind: 'percent'; percent: number }
  | { kind: 'text'; text: string };

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/iu;
const DATE = /^(\d{4})-(\d{1,2})-(\d{1,2})$/u;
const PERCENT = /^(\d{1,3}(?:[.,]\d+)?)\s*%$/u;

export function readTarget(written: string): Target | undefined {
  const text = written.trim();
  if (UUID.test(text)) return { kind: 'id', id: text.toLowerCase() };
  const day = DATE.exec(text)?.slice(1).map(Number);
  if (day !== undefined) {
    const [year = 0, month = 0, number = 0] = day;
    const date = new Date(year, month - 1, number);
    if (date.getMonth() === month - 1 && date.getDate() === number) return { kind: 'date', date };
  }
  const percent = Number(PERCENT.exec(text)?.[1]?.replace(',', '.') ?? Number.NaN);
  if (percent <= 100) return { kind: 'percent', percent };
  return text.length < 2 ? undefined : { kind: 'text', text };
}

/** The row after the given percentage of all rows, or the last row for 100. */
export function rowAt(percent: number, total: number): number {
  return Math.min(Math.max(0, total - 1), Math.floor((percent / 100) * total));
}
