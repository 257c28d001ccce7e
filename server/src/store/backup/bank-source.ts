import type { Readable } from 'node:stream';

/** The rows of a table as text of COPY, in the order of `columns`. */
export interface Part {
  table: string;
  columns: readonly string[];
  /** About how large: large ones are copied first. */
  bytes: number;
}

export interface AppliedMigration {
  name: string;
  /** Null of one that was run before checksums were kept. */
  checksum: string | null;
}

export interface SequenceState {
  name: string;
  /** As text: a number of 64 bits. */
  last_value: string;
  is_called: boolean;
}

/** A whole bank at one moment, wherever it is kept. */
export interface BankSource {
  migrations: readonly AppliedMigration[];
  sequences: readonly SequenceState[];
  parts: readonly Part[];
  /** Lanes read at the same time; each reads one part after the other. */
  open(part: Part, lane: number): Promise<OpenPart>;
}

export interface OpenPart {
  text: Readable;
  /** How many rows the source had; asked when the text has been read to its end. */
  countRows: () => Promise<number>;
}

/** What keeps a bank from being backed up or restored, told in a sentence. */
export class BackupError extends Error {}

/** Jobs that have not ended, kept apart from the tables of the queue, which are another release's business. */
export const JOBS_TABLE = 'restored_jobs';

/** As many parts are copied at the same time, each on a connection of its own. */
export const LANES = 2;

/** Works through the tasks in their order on all lanes. The first failure ends all: no lane begins another task. */
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

/** A name of the catalogue or of a backup, as it stands in a statement. */
export const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`;
