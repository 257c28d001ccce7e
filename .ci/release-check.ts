import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { PARTS, type Part, type Step } from './parts.ts';
import { recordPass, TABLE } from './release-table.ts';
import { printTally, readReport, type StepResult } from './report.ts';

/**
 * `npm run release-check`: runs all parts in sequence, or those of `--part faults --part backup`. A part that has
 * passed at this commit is skipped, so an interrupted check continues where it stopped; `--again` runs it anyway.
 * Nothing is retried: any failure fails the check.
 */
const ROOT = path.resolve(import.meta.dirname, '..');
const CACHE = path.join(ROOT, 'node_modules/.cache/release-check');
const { values } = parseArgs({
  options: { part: { type: 'string', multiple: true }, again: { type: 'boolean', default: false } },
});

const chosen = choose(values.part);
/** The table changes with every part that passes, so it does not count as a change. */
const BUT_THE_TABLE = ['--', '.', `:!${TABLE}`];
const commit = git('log', '-1', '--format=%h', ...BUT_THE_TABLE);
const isCommitted = git('status', '--porcelain', '--untracked-files=no', ...BUT_THE_TABLE) === '';
if (!isCommitted) process.stderr.write(`Some files are not committed, so results are not recorded in ${TABLE}.\n`);

const results: StepResult[] = [];
const failedParts: string[] = [];
for (const part of chosen) {
  if (isCommitted && !values.again && existsSync(passedFile(part))) {
    process.stdout.write(`\n== ${part.name}: passed at ${commit} already\n`);
    continue;
  }
  const started = Date.now();
  const ran = await runPart(part);
  const seconds = Math.round((Date.now() - started) / 1000);
  const passed = ran.every(({ exitCode }) => exitCode === 0);
  process.stdout.write(`== ${part.name}: ${passed ? 'ok' : 'FAILED'}, ${seconds} s\n`);
  results.push(...ran);
  if (!passed) failedParts.push(part.name);
  else if (isCommitted) {
    writeFileSync(passedFile(part), `${seconds}\n`);
    recordPass({ part: part.name, seconds, commit, date: new Date().toISOString().slice(0, 10) });
  }
}
for (const name of failedParts) process.stdout.write(`\n== FAILED: ${name}\n`);
process.exit(printTally(results));

function choose(names: readonly string[] | undefined): readonly Part[] {
  const unknown = (names ?? []).filter((name) => !PARTS.some((part) => part.name === name));
  if (unknown.length > 0) {
    process.stderr.write(`No part ${unknown.join(', ')}. There are: ${PARTS.map(({ name }) => name).join(', ')}.\n`);
    process.exit(2);
  }
  return PARTS.filter(({ name }) => names?.includes(name) ?? true);
}

async function runPart({ name, about, steps }: Part): Promise<StepResult[]> {
  process.stdout.write(`\n== ${name}: ${about}\n`);
  mkdirSync(CACHE, { recursive: true });
  const ran: StepResult[] = [];
  for (const [index, step] of steps.entries()) ran.push(await runStep(`${name} ${index + 1}`, step));
  return ran;
}

async function runStep(name: string, { command, environment, counts }: Step): Promise<StepResult> {
  const report = path.join(CACHE, `${name.replace(' ', '-')}.json`);
  rmSync(report, { force: true });
  const [script = '', ...args] = command;
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const child = spawn('npm', ['run', '--silent', script, '--', ...args, ...(counts === 'tests' ? reporters : [])], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, CI: 'true', ...environment },
  });
  const exitCode = await new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
  return { name, exitCode, files: existsSync(report) ? readReport(report).testResults : [] };
}

function passedFile({ name }: Part): string {
  return path.join(CACHE, `${commit}-${name}.passed`);
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
}
