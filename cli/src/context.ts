import type { Command } from 'commander';
import { Quaestor } from '../../client/src/index.ts';
import type { AskFlags } from './ask.ts';
import { CommandError, EXIT } from './exit.ts';
import { chooseProfile, type Profile } from './profiles.ts';
import { record, table } from './table.ts';
import { forPeople, say } from './terminal.ts';

/** The options of every command. */
export interface GlobalFlags extends AskFlags {
  url?: string;
  profile?: string;
  json?: string | true;
  timeout?: number;
}

export interface Context {
  quaestor: Quaestor;
  profile: Profile;
  flags: GlobalFlags;
  /** Aborted by the first ^C. */
  signal: AbortSignal;
  /** True if the output is for a program. */
  isJson: boolean;
  /** Prints data as JSON if requested or in a pipe, otherwise as a table. */
  show: <Row extends object>(rows: readonly Row[], columns: readonly (keyof Row & string)[]) => void;
  showOne: (value: object) => void;
  /** Prints the outcome of a change, as JSON for a program and as a sentence for people. */
  done: (value: object, sentence: string) => void;
  /** Prints one line of JSON for each entry. */
  stream: (value: object) => void;
}

export const interrupted = new AbortController();

export async function contextOf(command: Command): Promise<Context> {
  const flags = command.optsWithGlobals<GlobalFlags>();
  const profile = await chooseProfile(flags);
  const quaestor = new Quaestor({
    baseUrl: profile.url,
    ...(profile.token !== undefined && { token: profile.token }),
    ...(flags.timeout !== undefined && { timeoutMs: flags.timeout * 1000 }),
  });
  const isJson = flags.json !== undefined || !forPeople.out;
  const chosen = (value: object) => (typeof flags.json === 'string' ? choose(value, flags.json) : value);
  return {
    quaestor,
    profile,
    flags,
    signal: interrupted.signal,
    isJson,
    show: (rows, columns) => {
      if (isJson) print(JSON.stringify(rows.map(chosen), null, 2));
      else if (rows.length === 0) say('Nothing found.');
      else
        print(
          table(
            columns,
            rows.map((row) => columns.map((column) => row[column])),
          ),
        );
    },
    showOne: (value) => {
      if (isJson) print(JSON.stringify(chosen(value), null, 2));
      else print(record(Object.keys(value), Object.values(value)));
    },
    done: (value, sentence) => {
      if (isJson) print(JSON.stringify(chosen(value), null, 2));
      say(sentence);
    },
    stream: (value) => print(JSON.stringify(chosen(value))),
  };
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Selects the fields of `--json id,category`, including nested ones such as `result.summary`. */
function choose(value: object, fields: string): object {
  return Object.fromEntries(
    fields.split(',').map((field) => {
      let found: unknown = value;
      for (const name of field.split('.')) {
        if (typeof found !== 'object' || found === null || !(name in found)) {
          const known = Object.keys(value).join(', ');
          throw new CommandError(`There is no field "${field}".`, EXIT.usage, `Fields: ${known}.`);
        }
        found = (found as Record<string, unknown>)[name];
      }
      return [field, found];
    }),
  );
}
