import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded into a program by `NODE_OPTIONS=--import`: appends to `TURN_FILE` the length of each long turn of the event
 * loop, and the program. Lengths are in processor time, since on a shared machine a process also waits for its turn.
 */
const EVERY_MS = 2;
const LONG_MS = 10;

const file = process.env['TURN_FILE'];
const program = path.basename(process.argv[1] ?? '', '.ts');
if (isMainThread && file !== undefined) {
  let [wall, cpu] = [performance.now(), processorMs()];
  setInterval(() => {
    const [wallNow, cpuNow] = [performance.now(), processorMs()];
    const turn = Math.min(wallNow - wall - EVERY_MS, cpuNow - cpu);
    [wall, cpu] = [wallNow, cpuNow];
    if (turn > LONG_MS) appendFileSync(file, `${turn.toFixed(1)} ${program}\n`);
  }, EVERY_MS).unref();
}

function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
