import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The parts of a test report that the gates read. */
export interface Report {
  testResults: FileResult[];
}

export interface FileResult {
  name: string;
  status: string;
  message: string;
  startTime: number;
  endTime: number;
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
}

/** A step of a gate with its tests by file, or without tests if it is a single check. */
export interface StepResult {
  name: string;
  exitCode: number;
  files: readonly FileResult[];
}

const FIRST_LINES = 3;
const SLOWEST = 20;

export function readReport(file: string): Report {
  return JSON.parse(readFileSync(file, 'utf8')) as Report;
}

/** Prints the summary of both gates: the slowest files, the failures, and the totals. Returns the exit code. */
export function printTally(steps: readonly StepResult[]): number {
  const files = steps.flatMap((step) => step.files);
  for (const { name, files: ran } of steps) for (const file of ran) printFailures('FAILED', name, file);
  printSlowest(files);
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  const count = (wanted: string) => tests.filter(({ status }) => status === wanted).length;
  // A check without tests counts as one, and so does a step that failed although no test did.
  const checks = steps.filter(({ files: ran }) => ran.length === 0);
  const unexplained = steps.filter(({ exitCode, files: ran }) => exitCode !== 0 && ran.length > 0 && !hasFailed(ran));
  const failed = count('failed') + checks.filter(({ exitCode }) => exitCode !== 0).length + unexplained.length;
  const passed = count('passed') + checks.filter(({ exitCode }) => exitCode === 0).length;
  const skipped = count('skipped') + count('pending');
  process.stdout.write(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
  return failed > 0 ? 1 : 0;
}

function hasFailed(files: readonly FileResult[]): boolean {
  return files.some(({ assertionResults }) => assertionResults.some(({ status }) => status === 'failed'));
}

export function printFailures(word: string, step: string, file: FileResult): void {
  const place = path.relative(process.cwd(), file.name);
  const tests = file.assertionResults.filter((test) => test.status === 'failed');
  for (const { fullName, failureMessages } of tests) {
    const reason = failureMessages.join('\n').split('\n').slice(0, FIRST_LINES).join('\n    ');
    process.stdout.write(`\n${word} (${step}) ${place} > ${fullName}\n    ${reason}\n`);
  }
  if (file.status === 'failed' && tests.length === 0)
    process.stdout.write(`\n${word} (${step}) ${place}\n    ${file.message}\n`);
}

function printSlowest(files: readonly FileResult[]): void {
  const secondsOf = ({ startTime, endTime }: FileResult) => Math.round((endTime - startTime) / 1000);
  process.stdout.write('\nslowest files:\n');
  for (const file of files.toSorted((a, b) => secondsOf(b) - secondsOf(a)).slice(0, SLOWEST))
    process.stdout.write(`${secondsOf(file)} s ${path.relative(process.cwd(), file.name)}\n`);
}
