import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import path from 'node:path';
import { type Goal, type Measurement, median } from './ratio.ts';

interface Outcome {
  goal: string;
  name: string;
  ratio: number;
  range: [number, number];
  floor: number;
  reachable: number;
  moonshot: number;
  met: 'moonshot' | 'reachable' | 'floor' | 'below the floor';
  ours: string;
  bare: string;
  node_us?: number;
  postgres_us?: number;
  rows: number;
}

export function judge(goal: Goal, measured: Measurement, rows: number): Outcome {
  const ratio = median(measured.ratios);
  const reaches = (mark: number) => (goal.better === 'higher' ? ratio >= mark : ratio <= mark);
  const met = reaches(goal.moonshot)
    ? 'moonshot'
    : reaches(goal.reachable)
      ? 'reachable'
      : reaches(goal.floor)
        ? 'floor'
        : 'below the floor';
  return {
    goal: goal.id,
    name: goal.name,
    ratio: round(ratio),
    range: [round(Math.min(...measured.ratios)), round(Math.max(...measured.ratios))],
    floor: goal.floor,
    reachable: goal.reachable,
    moonshot: goal.moonshot,
    met,
    ours: measured.ours,
    bare: measured.bare,
    ...(measured.nodeMicros !== undefined && { node_us: Math.round(measured.nodeMicros) }),
    ...(measured.postgresMicros !== undefined && { postgres_us: Math.round(measured.postgresMicros) }),
    rows,
  };
}

function round(value: number): number {
  return Number(value.toPrecision(3));
}

export function printOutcome(outcome: Outcome): void {
  const cpu =
    outcome.node_us === undefined ? '' : `  node ${outcome.node_us} µs + PostgreSQL ${outcome.postgres_us} µs`;
  process.stdout.write(
    `${outcome.goal.padEnd(9)} ${outcome.name.padEnd(58)} ${String(outcome.ratio).padStart(7)} (${outcome.range.join('–')})  ${outcome.met}  ours ${outcome.ours}, bare ${outcome.bare}${cpu}\n${JSON.stringify(outcome)}\n`,
  );
}

/** Saves results together with the date, the commit and the size of the machine. */
export function saveResults(results: object, name: string): void {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const date = new Date().toISOString();
  const machine = { cores: cpus().length, memory_gib: Math.round(totalmem() / 2 ** 30) };
  const directory = path.resolve(import.meta.dirname, '..', 'results');
  mkdirSync(directory, { recursive: true });
  const file = path.join(directory, `${date.slice(0, 19).replaceAll(':', '')}-${name}.json`);
  writeFileSync(file, `${JSON.stringify({ date, commit, machine, ...results }, null, 2)}\n`);
}
