import { existsSync } from 'node:fs';
import path from 'node:path';
import { type FileResult, printFailures, printTally, readReport, type StepResult } from './report.ts';

/**
 * Prints the summary of `.ci/run`. Its arguments are the steps, each as `name=exit code`, and the folder with their
 * reports. For a file that ran once more, the second result counts, and the first one is reported.
 */
const [folder = '', ...steps] = process.argv.slice(2);

const results = steps.map((step): StepResult => {
  const [name = '', exitCode] = step.split('=');
  const report = path.join(folder, `${name.replaceAll(' ', '-')}.json`);
  return { name, exitCode: Number(exitCode), files: existsSync(report) ? lastResults(name, report) : [] };
});
process.exit(printTally(results));

function lastResults(step: string, report: string): FileResult[] {
  const again = report.replace(/\.json$/u, '.again.json');
  const second = new Map(
    (existsSync(again) ? readReport(again).testResults : []).map((result) => [result.name, result]),
  );
  return readReport(report).testResults.map((first) => {
    const last = second.get(first.name) ?? first;
    if (first.status === 'failed' && last.status !== 'failed') printFailures('FAILED ONCE', step, first);
    return last;
  });
}
