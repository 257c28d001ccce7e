import { existsSync } from 'node:fs';
import path from 'node:path';
import { type FileResult, readReport } from './report.ts';

/**
 * Names the slowest files and what failed, and adds up the runs' reports; a step that failed without a failed test counts as
 * one failure. Of a file that ran once more the second result counts, and the first is named.
 */
const FIRST_LINES = 3;
const AGAIN = '.again.json';
const SLOWEST = 20;
const [failedSteps = '0', ...files] = process.argv.slice(2);

function nameFailures(word: string, step: string, { name, status, message, assertionResults }: FileResult): void {
  const file = path.relative(process.cwd(), name);
  const tests = assertionResults.filter((test) => test.status === 'failed');
  for (const { fullName, failureMessages } of tests) {
    const reason = failureMessages.join('\n').split('\n').slice(0, FIRST_LINES).join('\n    ');
    process.stdout.write(`\n${word} (${step}) ${file} > ${fullName}\n    ${reason}\n`);
  }
  if (status === 'failed' && tests.length === 0) process.stdout.write(`\n${word} (${step}) ${file}\n    ${message}\n`);
}

const rings = files
  .filter((file) => !file.endsWith(AGAIN))
  .map((file) => {
    const step = path.basename(file, '.json');
    const again = file.replace(/\.json$/u, AGAIN);
    const second = new Map(
      (existsSync(again) ? readReport(again).testResults : []).map((result) => [result.name, result]),
    );
    const results = readReport(file).testResults.map((first) => {
      const last = second.get(first.name) ?? first;
      if (first.status === 'failed' && last.status !== 'failed') nameFailures('FAILED ONCE', step, first);
      return last;
    });
    for (const result of results) nameFailures('FAILED', step, result);
    return results;
  });

const secondsOf = ({ startTime, endTime }: FileResult) => Math.round((endTime - startTime) / 1000);
const slowest = rings.flat().toSorted((a, b) => secondsOf(b) - secondsOf(a));
process.stdout.write('\nslowest files:\n');
for (const file of slowest.slice(0, SLOWEST))
  process.stdout.write(`${secondsOf(file)} s ${path.relative(process.cwd(), file.name)}\n`);

const countOf = (wanted: string) =>
  rings
    .flat()
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === wanted).length;
const failed = Math.max(countOf('failed'), Number(failedSteps));
/** Each ring passes over what belongs to another: skipped is what ran in none. */
const namesOf = (wanted: (status: string) => boolean) =>
  new Set(
    rings
      .flat()
      .flatMap(({ name, assertionResults }) =>
        assertionResults.filter(({ status }) => wanted(status)).map(({ fullName }) => `${name} > ${fullName}`),
      ),
  );
const ran = namesOf((status) => status === 'passed' || status === 'failed');
const skipped = namesOf(() => true).difference(ran).size;
process.stdout.write(`\n${countOf('passed')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
process.exit(failed > 0 ? 1 : 0);
