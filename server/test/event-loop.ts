import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Order } from './send-body.ts';

export interface Measured {
  status: number;
  body: string;
  /** The longest that this thread computed in one turn of the event loop; time in which the machine did other things does not count. */
  longestTurnMs: number;
}

/** Sends a request from a thread of its own to the service that runs in this one. */
export async function sendMeasured(order: Order): Promise<Measured> {
  const worker = new Worker(new URL('send-body.ts', import.meta.url), { workerData: order });
  await once(worker, 'online');
  let longestTurnMs = 0;
  let last = process.threadCpuUsage();
  let running = true;
  const measure = () => {
    const { user, system } = process.threadCpuUsage(last);
    longestTurnMs = Math.max(longestTurnMs, (user + system) / 1000);
    last = process.threadCpuUsage();
    if (running) setImmediate(measure);
  };
  measure();
  const [reply] = (await once(worker, 'message')) as [{ status: number; body: string }];
  running = false;
  return { ...reply, longestTurnMs };
}
