import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

export interface Migration {
  name: string;
  text: string;
  /** SHA-256 of the text. */
  checksum: string;
  /** Processes of the previous release cannot work with it: they are notified to stop before it is applied. */
  breaking: boolean;
  /** Its statements run one by one outside a transaction: it builds indexes concurrently and does nothing else. */
  concurrent: boolean;
}

const DIRECTORY = new URL('../../../migrations/', import.meta.url);

/** The comments before the first statement say how a migration is run. */
export function readMigration(name: string, file: string): Migration {
  const text = file.replaceAll('\r\n', '\n');
  const [head = ''] = /^(?:--.*\n|\n)*/u.exec(text) ?? [];
  return {
    name,
    text,
    checksum: hash('sha256', text),
    breaking: /^-- breaking\b/mu.test(head),
    concurrent: /^-- concurrent\b/mu.test(head),
  };
}

/** Read once, at the start of the process: a newer release may be installed over the files while this one runs. */
export const MIGRATIONS: readonly Migration[] = readdirSync(DIRECTORY)
  .filter((file) => file.endsWith('.sql'))
  .sort()
  .map((file) => readMigration(file.replace(/\.sql$/u, ''), readFileSync(new URL(file, DIRECTORY), 'utf8')));

/** The statements of a concurrent migration, without comments. */
export function listStatements(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('--'))
    .join('\n')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}
