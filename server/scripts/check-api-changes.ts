import { copyFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { breakingChanges } from './api-changes.ts';

/**
 * Fails if openapi.json breaks a promise of openapi.released.json without a reason in openapi.allowed-changes.json. A
 * release runs it with --release: from then on, the content of openapi.json is promised.
 */
const ROOT = path.resolve(import.meta.dirname, '../..');
const RELEASED = path.join(ROOT, 'server', 'openapi.released.json');
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
const CURRENT = path.join(ROOT, 'openapi.json');

if (process.argv.includes('--release')) {
  copyFileSync(CURRENT, RELEASED);
  process.exit(0);
}
const reasons = read(path.join(ROOT, 'server', 'openapi.allowed-changes.json'));
const found = breakingChanges(read(RELEASED), read(CURRENT));
const unexplained = found.filter((change) => !Object.hasOwn(reasons, change));
const outdated = Object.keys(reasons).filter((change) => !found.includes(change));
for (const change of unexplained) process.stderr.write(`breaks clients: ${change}\n`);
for (const change of outdated) process.stderr.write(`allowed but unused:  ${change}\n`);
if (unexplained.length + outdated.length > 0) {
  process.stderr.write('Revert the change, or give the reason in server/openapi.allowed-changes.json.\n');
  process.exit(1);
}
