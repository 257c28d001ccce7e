import pg from 'pg';

/** Copies a database within its server, so that a second measurement starts from the same data. */
export async function cloneDatabase(url: string, name: string): Promise<string> {
  const clone = new URL(url);
  const original = clone.pathname.slice(1);
  clone.pathname = '/template1';
  const admin = new pg.Client({ connectionString: clone.href });
  await admin.connect();
  await admin.query(`create database ${name} template "${original}"`);
  await admin.end();
  clone.pathname = `/${name}`;
  return clone.href;
}
