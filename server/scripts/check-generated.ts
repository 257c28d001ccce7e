import { execSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Generates everything again and fails if anything differs from the existing files. */
const GENERATED = [
  'openapi.json',
  'client/src/api.gen.ts',
  'client/src/sentences.gen.ts',
  'server/schema.sql',
  'docs/reference/cli.md',
  'docs/reference/configuration.md',
  'docs/reference/errors.md',
];

const read = () => GENERATED.map((file) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'));
const before = read();
execSync('npm run --silent gen', { stdio: ['ignore', 'ignore', 'inherit'] });
const after = read();
const stale = GENERATED.filter((_, index) => before[index] !== after[index]);
if (stale.length > 0) {
  process.stderr.write(
    `These generated files were out of date and have been updated. Commit them:\n${stale.map((file) => `  ${file}\n`).join('')}`,
  );
  process.exit(1);
}
process.stdout.write(`${GENERATED.length} generated files are current.\n`);
