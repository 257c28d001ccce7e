import pg from 'pg';
import { sharedPlace } from './shared-place.ts';

export interface OwnDatabase {
  url: string;
  query(statement: string): Promise<void>;
  remove(): Promise<void>;
}

/** Creates an empty database on this worker's server, which is ten times faster than starting a separate PostgreSQL. */
export async function createDatabase(): Promise<OwnDatabase> {
  const name = `own_${crypto.randomUUID().replaceAll('-', '')}`;
  const url = Object.assign(new URL(sharedPlace().databaseUrl), { pathname: `/${name}` }).href;
  await queryAt(sharedPlace().databaseUrl, `create database ${name}`);
  return {
    url,
    query: (statement) => queryAt(url, statement),
    remove: () => queryAt(sharedPlace().databaseUrl, `drop database ${name} with (force)`),
  };
}

async function queryAt(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
}
