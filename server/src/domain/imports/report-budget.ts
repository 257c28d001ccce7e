import type { ImportReport } from './import.ts';

/** Reports repeat their input, so the reports of an import are limited to a multiple of its file. */
const FLOOR_BYTES = 16 * 2 ** 20;
const TIMES_THE_FILE = 2;

export function reportBudget(fileBytes: number): number {
  return FLOOR_BYTES + TIMES_THE_FILE * fileBytes;
}

/** A report without details still says where the problem is, what is wrong and what to do. */
const LEFT_OUT = 'The details are left out, because the reports of this import take too much space.';

/** The reports to store if `left` bytes remain: from the first one that does not fit, all are shortened. */
export function fitReports(
  reports: readonly ImportReport[],
  left: number,
): { kept: ImportReport[]; wantedBytes: number; keptBytes: number } {
  const kept: ImportReport[] = [];
  let [wantedBytes, keptBytes] = [0, 0];
  for (const report of reports) {
    const bytes = bytesOf(report);
    wantedBytes += bytes;
    const fits = wantedBytes <= left;
    const fitting = fits ? report : shortened(report);
    keptBytes += fits ? bytes : bytesOf(fitting);
    kept.push(fitting);
  }
  return { kept, wantedBytes, keptBytes };
}

/** The size of the numbers of a report and the overhead of the database. */
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
