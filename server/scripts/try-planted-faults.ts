import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { MutatedCopy } from './mutated-copy.ts';
import { type PlantedFault, RELEASE_SCRIPTS } from './planted-faults/fault.ts';
import { PLANTED } from './planted-faults/index.ts';

const RUN_MS = 1_800_000;

/**
 * Plants each fault of a list with a matching name in the copy and runs the tests that should find it, which must pass
 * without it. Returns the number of faults that were not found, or whose tests already fail without them.
 */
export async function tryPlantedFaults(
  copy: MutatedCopy,
  list: string,
  isEarlier: boolean,
  names: string,
): Promise<number> {
  const listed = PLANTED[list];
  if (listed === undefined) throw new Error(`No list ${list}. There are: ${Object.keys(PLANTED).join(', ')}.`);
  const faults = listed.filter(({ name }) => new RegExp(names, 'u').test(name));
  const runs = new Map<string, Promise<boolean>>();
  const [missed, unsound]: [string[], string[]] = [[], []];
  const counts = { gate: 0, release: 0 };
  const report = path.join(copy.root, '..', 'report.json');
  for (const [index, asListed] of faults.entries()) {
    const fault = isEarlier ? { ...asListed, ...asListed.before } : asListed;
    const run = runOf(fault);
    const key = JSON.stringify(run);
    const passes = () => {
      rmSync(report, { force: true });
      return copy.passes([...run, '--bail=1', '--reporter=json', `--outputFile=${report}`], RUN_MS, { CI: 'true' });
    };
    const soundBefore = await (runs.get(key) ?? runs.set(key, passes()).get(key));
    if (soundBefore !== true) {
      unsound.push(`${fault.name}: ${run.slice(2).join(' ')}`);
      process.stdout.write(`${index + 1}/${faults.length} ${fault.name}: its tests fail without it\n`);
      printFailed(report);
      continue;
    }
    const source = copy.read(fault.file);
    copy.write(fault.file, plant(source, fault));
    const isFound = !(await passes());
    copy.write(fault.file, source);
    const isReleased = !isEarlier && RELEASE_SCRIPTS.has(fault.script);
    if (!isFound) missed.push(fault.name);
    else counts[isReleased ? 'release' : 'gate'] += 1;
    const by = isFound ? `found by ${run.slice(2).join(' ')}` : 'MISSED';
    process.stdout.write(`${index + 1}/${faults.length} ${fault.name}: ${by}${isReleased ? ' (release check)' : ''}\n`);
    // A busy machine may fail another test than the one that finds the fault, so they are named.
    if (isFound) printFailed(report);
  }
  for (const name of missed) process.stdout.write(`MISSED ${name}\n`);
  for (const name of unsound) process.stdout.write(`FAILS WITHOUT THE FAULT ${name}\n`);
  process.stdout.write(
    `${faults.length} faults: ${counts.gate} found by the gate, ${counts.release} by the release check alone, ${missed.length} missed, ${unsound.length} not tried\n`,
  );
  return missed.length + unsound.length;
}

function runOf({ script, tests }: PlantedFault): string[] {
  // These scripts name their own files, so further names would not narrow them down.
  if (script === 'properties' || script === 'test:db-again')
    return ['npm', 'exec', '--', 'vitest', 'run', '--config', 'server/vitest.config.ts', ...tests];
  return ['npm', 'run', '--silent', script, '--', ...tests];
}

function printFailed(report: string): void {
  if (!existsSync(report)) return void process.stdout.write('    without a report: the run ended early\n');
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as { testResults: FileResult[] };
  for (const { name, assertionResults } of testResults.filter(({ status }) => status === 'failed')) {
    const failed = assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
    for (const test of failed.length > 0 ? failed : ['could not be loaded'])
      process.stdout.write(`    ${path.basename(name)}: ${test}\n`);
  }
}

interface FileResult {
  name: string;
  status: string;
  assertionResults: { fullName: string; status: string }[];
}

function plant(source: string, { name, file, find, replace }: PlantedFault): string {
  const parts = source.split(find);
  if (parts.length !== 2) throw new Error(`${name}: the text occurs ${parts.length - 1} times in ${file}`);
  return parts.join(replace);
}
