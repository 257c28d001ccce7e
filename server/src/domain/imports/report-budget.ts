import type { ImportReport } from './import.ts';

/** Reports repeat what they were given, so that all of an import may take some multiple of its file, and no more. */
const FLOOR_BYTES = 16 * 2 ** 20;
const TIMES_THE_FILE = 2;

export function reportBudget(fileBytes: number): number {
  return FLOOR_BYTES + TIMES_THE_FILE * fileBytes;
}

/** What a report still says when there is no room for the rest: where it is, what is wrong and what to do. */
const LEFT_OUT = 'The details are left out: the reports of this import take too much room.';

/** Reports as they are kept when `left` bytes are: from the first one that does not fit on, all are shortened. */
export function fitReports(
  reports: readonly ImportReport[],
  left: number,
): { kept: ImportReport[]; wantedBytes: number; keptBytes: number } {
  const kept: ImportReport[] = [];
  let [wantedBytes, keptBytes] = [0, 0];
  for (const report of reports) {
    wantedBytes += bytesOf(report);
    const fitting = wantedBytes <= left ? report : shortened(report);
    keptBytes += bytesOf(fitting);
    kept.push(fitting);
  }
  return { kept, wantedBytes, keptBytes };
}

/** Of numbers and of what the database adds. */
const ROW_BYTES = 100;

function bytesOf(report: ImportReport): number {
  return Object.values(report).reduce<number>(
    (bytes, value) => bytes + (typeof value === 'string' ? Buffer.byteLength(value) : 0),
    ROW_BYTES,
  );
}

function shortened(report: ImportReport): ImportReport {
  const nothing = { sheet: null, cell: null, file: null, item: null, column_name: null, raw: null };
  return { ...report, ...nothing, detail: LEFT_OUT, value: '' };
}
