import type { Readable } from 'node:stream';

/** The rows of a table as text of COPY, in the order of `columns`. */
export interface Part {
  table: string;
  columns: readonly string[];
  /** Approximate size: large parts are copied first. */
  bytes: number;
}

export interface AppliedMigration {
  name: string;
  /** Null for a migration that ran before checksums were kept. */
  checksum: string | null;
}

export interface SequenceState {
  name: string;
  /** A number of 64 bits as text. */
  last_value: string;
  is_called: boolean;
}

/** A whole bank at one moment, wherever it is stored. */
export interface BankSource {
  migrations: readonly AppliedMigration[];
  sequences: readonly SequenceState[];
  parts: readonly Part[];
  /** Lanes read concurrently; each reads one part after the other. */
  open(part: Part, lane: number): Promise<OpenPart>;
}

interface OpenPart {
  text: Readable;
  /** How many rows the source had; call it after the text has been read to its end. */
  countRows: () => Promise<number>;
}

/** Why a bank cannot be backed up or restored, in a sentence. */
export class BackupError extends Error {}

/** Unfinished jobs, kept apart from the tables of the queue, which differ from release to release. */
export const JOBS_TABLE = 'restored_jobs';

/** The number of parts that are copied concurrently, each on its own connection. */
export const LANES = 2;

/** Works through the tasks in order on all lanes. After the first failure no lane starts another task. */
export async function inLanes<Task>(
  tasks: readonly Task[],
  work: (task: Task, lane: number) => Promise<void>,
): Promise<void> {
  const left = [...tasks];
  let failed = false;
  const lanes = Array.from({ length: LANES }, async (_, lane) => {
    for (let task = left.shift(); task !== undefined && !failed; task = left.shift()) {
      try {
        await work(task, lane);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  });
  const results = await Promise.allSettled(lanes);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

export const largestFirst = (parts: readonly Part[]): Part[] => parts.toSorted((a, b) => b.bytes - a.bytes);

/** Quotes a name of the catalogue or of a backup for a statement. */
export const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`;
