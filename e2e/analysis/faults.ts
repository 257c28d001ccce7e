import { setTimeout as wait } from 'node:timers/promises';
import { type AnalysisNodes, end } from '../support/analysis-nodes.ts';

const STOPPED_FOR_MS = 30_000;
/** What a resumed worker does wrong it does at once: it finishes its shard in a fraction of a second. */
const SETTLES_WITHIN_MS = 2000;

export interface Fault {
  name: string;
  /** Whether clients notice it; the loss of a worker they must not. */
  seenByClients: boolean;
  /** Gives back what is to be done once the run has ended. */
  inject(number: number): Promise<() => Promise<void> | void>;
}

/** What may happen to an installation while an analysis is under way. */
export const faultsOf = (nodes: AnalysisNodes): readonly Fault[] => [
  {
    name: 'kill -9 of a worker',
    seenByClients: false,
    inject: async (number) => {
      await end(nodes.worker(number), 'SIGKILL');
      return () => nodes.startWorker(number); // not before: the other one has to finish alone
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
