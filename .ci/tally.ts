import { readFileSync } from 'node:fs';

/** Adds up the runs' reports; a step that failed without a failed test counts as one failure. */
const [failedSteps = '0', ...files] = process.argv.slice(2);
const reports = files.map(
  (file) =>
    JSON.parse(readFileSync(file, 'utf8')) as {
      numPassedTests: number;
      numFailedTests: number;
      numPendingTests: number;
    },
);
const sum = (count: (report: (typeof reports)[number]) => number) =>
  reports.reduce((total, report) => total + count(report), 0);
const failed = Math.max(
  sum((report) => report.numFailedTests),
  Number(failedSteps),
);
const skipped = sum((report) => report.numPendingTests);
process.stdout.write(
  `\n${sum((report) => report.numPassedTests)} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`,
);
process.exit(failed > 0 ? 1 : 0);
