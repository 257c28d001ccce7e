import pg from 'pg';

/** The machine's PostgreSQL 15, which is the oldest supported version. */
const MACHINE_URL = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/** Returns undefined, and prints a message, if none is installed. CI=true requires one. */
export async function findMachinePostgres(): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: MACHINE_URL, connectionTimeoutMillis: 3000 });
  try {
    await client.connect();
    await client.end();
    return MACHINE_URL;
  } catch (error) {
    if (process.env['CI'] === 'true') throw error;
    process.stderr.write('SKIPPED: nothing was restored into the PostgreSQL of this machine: it has none.\n');
    return undefined;
  }
}

/** Creates an empty database on a server, and drops one that is left from an earlier run. */
export async function makeEmptyDatabase(serverUrl: string, name: string): Promise<string> {
  await onServer(
    serverUrl,
    `drop database if exists ${name} with (force)`,
    `create database ${name} template template0`,
  );
  return Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
}

export async function onServer(serverUrl: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}
