import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The command that the package installs; its file has the same name. */
export const COMMAND = 'quaestor-server';

/** Whether this process was started as `quaestor-server <role>`, not as one of the scripts of a clone. */
const installed = path.parse(process.argv[1] ?? '').name === COMMAND;

/** How whoever started this process would type another program. */
export function commandOf(role: string): string {
  if (installed) return `${COMMAND} ${role}`;
  return role === 'start' ? 'npm start' : `npm run ${role}`;
}

/** The arguments of the role. `process.argv` stays as it is: a process that forks itself hands it on. */
export const roleArguments: readonly string[] = process.argv.slice(installed ? 3 : 2);

/** Where the settings are explained; the package has the page beside its programs. */
export const settingsPage = installed
  ? fileURLToPath(new URL('../configuration.md', import.meta.url))
  : 'docs/reference/configuration.md';
