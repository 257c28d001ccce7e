import pg from 'pg';

/** The PostgreSQL 15 of the machine: the oldest version that is supported, where ours is the newest. */
const MACHINE_URL = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/** Undefined where there is none, which is said aloud; with CI=true there must be one. */
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

/** An empty database of this name on a server, dropped before if it is left from another time. */
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
