import { setTimeout as wait } from 'node:timers/promises';
import { type AnalysisNodes, end } from '../support/analysis-nodes.ts';

const STOPPED_FOR_MS = 30_000;
/** A resumed worker finishes its shard in a fraction of a second, so any mistake would show within this time. */
const SETTLES_WITHIN_MS = 2000;

export interface Fault {
  name: string;
  /** True if clients may notice the fault. They must not notice the loss of a worker. */
  seenByClients: boolean;
  /** Injects the fault, and returns the function to call once the run has ended. */
  inject(number: number): Promise<() => Promise<void> | void>;
}

/** The faults that may occur while an analysis is running. */
export const faultsOf = (nodes: AnalysisNodes): readonly Fault[] => [
  {
    name: 'kill -9 of a worker',
    seenByClients: false,
    inject: async (number) => {
      await end(nodes.worker(number), 'SIGKILL');
      return () => nodes.startWorker(number); // only then, because the other worker has to finish alone
    },
  },
  {
    name: 'SIGSTOP of a worker for 30 s',
    seenByClients: false,
    inject: async (number) => {
      const worker = nodes.worker(number);
      worker.kill('SIGSTOP');
      const resumed = wait(STOPPED_FOR_MS).then(() => worker.kill('SIGCONT'));
      return async () => {
        await resumed;
        await wait(SETTLES_WITHIN_MS);
      };
    },
  },
  {
    name: 'restart of PostgreSQL',
    seenByClients: true,
    inject: async (number) => {
      nodes.postgres.restart(number % 2 === 0 ? 'immediate' : 'fast');
      return () => {};
    },
  },
  {
    name: 'kill -9 and restart of the API',
    seenByClients: true,
    inject: async () => {
      await nodes.api.end('SIGKILL');
      await nodes.startApi();
      return () => {};
    },
  },
];
