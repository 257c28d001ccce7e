import { execFileSync } from 'node:child_process';
import { PARTS } from './parts.ts';

/**
 * `npm run parts`: prints which folders require which part. With a commit, prints the parts that the changes since then
 * require.
 */
const [since] = process.argv.slice(2);

if (since === undefined) {
  for (const { name, about, rooms } of PARTS) process.stdout.write(`${name}: ${about}\n  ${rooms.join('\n  ')}\n`);
  process.stdout.write('\nnpm run parts -- main: the parts that what changed since `main` calls for.\n');
} else {
  const changed = execFileSync('git', ['diff', '--name-only', since], { encoding: 'utf8' }).trim().split('\n');
  const called = PARTS.filter(({ rooms }) =>
    changed.some((file) => rooms.some((room) => file === room || file.startsWith(`${room}/`))),
  );
  for (const { name } of called) process.stdout.write(`npm run release-check -- --part ${name}\n`);
}
