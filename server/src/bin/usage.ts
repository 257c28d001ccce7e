import { parseArgs } from 'node:util';
import { roleArguments, settingsPage } from './command.ts';

/** A mistake on the command line, told with what is allowed. */
export class UsageError extends Error {}

interface Usage<Option extends string> {
  /** As it is typed. */
  command: string;
  /** What it does, in a sentence or two. */
  summary: string;
  /** What each option does. */
  options: Readonly<Record<Option, string>>;
}

/** The options that were given. `--help` prints the usage and ends the process before anything else happens. */
export function readOptions<Option extends string>(
  usage: Usage<Option>,
  args: readonly string[] = roleArguments,
): Readonly<Record<Option, boolean>> {
  const names = Object.keys(usage.options) as Option[];
  const { tokens } = parseArgs({ args: [...args], strict: false, tokens: true });
  const given = new Set<string>();
  for (const token of tokens) {
    const name = token.kind === 'option' ? token.name : undefined;
    if (name === 'help' || name === 'h') {
      process.stdout.write(explain(usage));
      process.exit(0);
    }
    if (name === undefined || !(names as string[]).includes(name) || (token.kind === 'option' && token.inlineValue)) {
      const what = token.kind === 'option' ? `option \`${token.rawName}\`` : `argument \`${args[token.index] ?? ''}\``;
      throw new UsageError(`Unknown ${what}. Usage: ${synopsis(usage)}`);
    }
    given.add(name);
  }
  return Object.fromEntries(names.map((name) => [name, given.has(name)])) as Record<Option, boolean>;
}

function synopsis({ command, options }: Usage<string>): string {
  const names = Object.keys(options).map((name) => `--${name}`);
  if (names.length === 0) return command;
  const separator = command.startsWith('npm ') ? '-- ' : ''; // npm keeps options for itself unless they stand behind it
  return `${command} [${separator}${names.join(' ')}]`;
}

function explain(usage: Usage<string>): string {
  const options = [...Object.entries(usage.options), ['help', 'Print this text.']] as const;
  const lines = options.map(([name, text]) => `  --${name.padEnd(8)} ${text}\n`).join('');
  return `Usage: ${synopsis(usage)}\n\n${usage.summary}\n\nOptions:\n${lines}\nSettings are environment variables: see ${settingsPage}.\n`;
}
