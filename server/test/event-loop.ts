import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { cpuMs } from './cpu-ms.ts';
import type { Order } from './send-body.ts';

export interface Measured {
  status: number;
  body: string;
  /** The longest time that this thread computed in one turn of the event loop, in turns of the reference. */
  longestTurn: number;
}

const TWIN = JSON.stringify(Array.from({ length: 6000 }, (_, index) => ({ index, text: `text ${index}` })));
const TWINS = 5;

/** Sends a request from a separate thread to the service that runs in this one. */
export async function sendMeasured(order: Order): Promise<Measured> {
  const before = twinMs();
  const worker = new Worker(new URL('send-body.ts', import.meta.url), { workerData: order });
  await once(worker, 'online');
  let longestMs = 0;
  let last = cpuMs();
  let running = true;
  const measure = () => {
    const now = cpuMs();
    longestMs = Math.max(longestMs, now - last);
    last = now;
    if (running) setImmediate(measure);
  };
  measure();
  const [reply] = (await once(worker, 'message')) as [{ status: number; body: string }];
  running = false;
  return { ...reply, longestTurn: longestMs / Math.max(before, twinMs()) };
}

/** Work that is always the same, about 5 ms on an idle machine: whatever slows down the service slows it down, too. */
function twinMs(): number {
  const times = Array.from({ length: TWINS }, () => {
    const started = cpuMs();
    JSON.stringify(JSON.parse(TWIN));
    return cpuMs() - started;
  });
  return times.sort((a, b) => a - b)[Math.floor(TWINS / 2)] ?? 0;
}
