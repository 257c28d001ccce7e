import { readReport } from './report.ts';

/** The files of a run that failed, one a line. */
for (const { name, status } of readReport(process.argv[2] ?? '').testResults) {
  if (status === 'failed') process.stdout.write(`${name}\n`);
}
