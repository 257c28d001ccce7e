import { readReport } from './report.ts';

/** Prints the failed files of a run, one per line. */
for (const { name, status } of readReport(process.argv[2] ?? '').testResults) {
  if (status === 'failed') process.stdout.write(`${name}\n`);
}
