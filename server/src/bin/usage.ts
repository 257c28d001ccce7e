import { parseArgs } from 'node:util';
import { roleArguments, settingsPage } from './command.ts';

/** A mistake on the command line, reported with the usage. */
export class UsageError extends Error {}

interface Usage<Option extends string, Value extends string, Argument extends string> {
  /** The command as it is typed. */
  command: string;
  /** What the command does, in a sentence or two. */
  summary: string;
  /** The name of the required argument, if any. */
  argument?: Argument;
  /** What each option does. */
  options: Readonly<Record<Option, string>>;
  /** What each option with a value does. */
  values?: Readonly<Record<Value, { name: string; text: string }>>;
}

/** The parsed options; an absent option with a value is undefined. */
type Given<Option extends string, Value extends string, Argument extends string> = Readonly<
  Record<Option, boolean> & Record<Value, string | undefined> & Record<Argument, string>
>;

/** Parses the options. `--help` prints the usage and ends the process before anything else happens. */
export function readOptions<Option extends string, Value extends string = never, Argument extends string = never>(
  usage: Usage<Option, Value, Argument>,
  args: readonly string[] = roleArguments,
): Given<Option, Value, Argument> {
  const names = Object.keys(usage.options);
  const values = Object.keys(usage.values ?? {});
  const types = Object.fromEntries(values.map((name) => [name, { type: 'string' as const }]));
  const { tokens } = parseArgs({ args: [...args], options: types, strict: false, tokens: true });
  const given: Record<string, boolean | string> = Object.fromEntries(names.map((name) => [name, false]));
  for (const token of tokens) {
    if (token.kind === 'option' && (token.name === 'help' || token.name === 'h')) {
      process.stdout.write(explain(usage));
      process.exit(0);
    }
    if (token.kind === 'option' && names.includes(token.name) && token.value === undefined) {
      given[token.name] = true;
    } else if (token.kind === 'option' && values.includes(token.name)) {
      if (token.value === undefined) throw new UsageError(`\`${token.rawName}\` needs a value. ${hint(usage)}`);
      given[token.name] = token.value;
    } else if (token.kind === 'positional' && usage.argument !== undefined && !(usage.argument in given)) {
      given[usage.argument] = token.value;
    } else {
      const what = token.kind === 'option' ? `option \`${token.rawName}\`` : `argument \`${args[token.index] ?? ''}\``;
      throw new UsageError(`Unknown ${what}. ${hint(usage)}`);
    }
  }
  if (usage.argument !== undefined && !(usage.argument in given))
    throw new UsageError(`\`${usage.argument}\` is missing. ${hint(usage)}`);
  return given as Given<Option, Value, Argument>;
}

type AnyUsage = Usage<string, string, string>;

const hint = (usage: AnyUsage) => `Usage: ${synopsis(usage)}`;

function synopsis({ command, argument, options, values = {} }: AnyUsage): string {
  const names = [
    ...Object.keys(options).map((name) => `--${name}`),
    ...Object.entries(values).map(([name, value]) => `--${name} ${value.name}`),
  ];
  const separator = command.startsWith('npm ') ? '-- ' : ''; // npm keeps options for itself unless they follow it
  if (argument !== undefined)
    return `${command} ${separator}${[argument, ...names.map((name) => `[${name}]`)].join(' ')}`;
  return names.length === 0 ? command : `${command} [${separator}${names.join(' ')}]`;
}

function explain(usage: AnyUsage): string {
  const options = [
    ...Object.entries(usage.options),
    ...Object.entries(usage.values ?? {}).map(([name, value]) => [`${name} ${value.name}`, value.text] as const),
    ['help', 'Print this text.'] as const,
  ];
  const lines = options.map(([name, text]) => `  --${name.padEnd(8)} ${text}\n`).join('');
  return `Usage: ${synopsis(usage)}\n\n${usage.summary}\n\nOptions:\n${lines}\nSettings are environment variables: see ${settingsPage}.\n`;
}
