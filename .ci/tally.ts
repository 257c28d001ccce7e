import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Names what failed and adds up the runs' reports; a step that failed without a failed test counts as one failure. */
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

const FIRST_LINES = 3;
const [failedSteps = '0', ...files] = process.argv.slice(2);
const reports = files.map((file) => ({
  step: path.basename(file, '.json'),
  report: JSON.parse(readFileSync(file, 'utf8')) as Report,
}));

for (const { step, report } of reports) {
  for (const { name, status, message, assertionResults } of report.testResults) {
    const tests = assertionResults.filter((test) => test.status === 'failed');
    const file = path.relative(process.cwd(), name);
    for (const { fullName, failureMessages } of tests) {
      const reason = failureMessages.join('\n').split('\n').slice(0, FIRST_LINES).join('\n    ');
      process.stdout.write(`\nFAILED (${step}) ${file} > ${fullName}\n    ${reason}\n`);
    }
    if (status === 'failed' && tests.length === 0) process.stdout.write(`\nFAILED (${step}) ${file}\n    ${message}\n`);
  }
}

const sum = (count: (report: Report) => number) => reports.reduce((total, { report }) => total + count(report), 0);
const failed = Math.max(
  sum((report) => report.numFailedTests),
  Number(failedSteps),
);
/** Each ring passes over what belongs to another: skipped is what ran in none. */
const namesOf = (wanted: (status: string) => boolean) =>
  new Set(
    reports.flatMap(({ report }) =>
      report.testResults.flatMap(({ name, assertionResults }) =>
        assertionResults.filter(({ status }) => wanted(status)).map(({ fullName }) => `${name} > ${fullName}`),
      ),
    ),
  );
const ran = namesOf((status) => status === 'passed' || status === 'failed');
const skipped = namesOf(() => true).difference(ran).size;
process.stdout.write(
  `\n${sum((report) => report.numPassedTests)} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`,
);
process.exit(failed > 0 ? 1 : 0);
