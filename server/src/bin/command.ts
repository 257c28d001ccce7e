import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The command that the package installs; its file has the same name. */
export const COMMAND = 'quaestor-server';

/** The command line runs roles in its own process: `quaestor start`, `quaestor admin <role>`. */
const COMMAND_LINE = 'quaestor';

const startedAs = path.parse(process.argv[1] ?? '').name;
export const byCommandLine = startedAs === COMMAND_LINE;
/** Whether this process was started by one of the commands rather than a script of a clone. */
const installed = startedAs === COMMAND || byCommandLine;

/** How the user of this process would type another program. */
export function commandOf(role: string): string {
  if (byCommandLine)
    return role === 'start' ? `${COMMAND_LINE} start` : `${COMMAND_LINE} admin ${role.replace('admin-', '')}`;
  if (installed) return `${COMMAND} ${role}`;
  return role === 'start' ? 'npm start' : `npm run ${role}`;
}

/** The arguments of the role. `process.argv` stays unchanged: a process that forks itself passes it on. */
export const roleArguments: readonly string[] = process.argv.slice(installed ? 3 : 2);

/** Where the settings are documented; the package has the page next to its programs. */
export const settingsPage = import.meta.filename.endsWith('.js')
  ? fileURLToPath(new URL('../configuration.md', import.meta.url))
  : 'docs/reference/configuration.md';
