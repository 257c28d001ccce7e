import type { Command, Option } from 'commander';

/** A command with its possible subcommands, options and arguments. */
interface Place {
  /** Its full name: "quaestor question list". */
  path: string;
  /** The names by which the command can be called, including its parent's. */
  reachedBy: readonly string[];
  commands: readonly { name: string; description: string }[];
  options: readonly Option[];
  /** The values of its first argument, if they are known. */
  values: readonly string[];
}

/** Generates a script that contains all commands, so that pressing TAB does not have to start a process. */
export function completionOf(program: Command, shell: 'bash' | 'zsh' | 'fish'): string {
  const places = placesOf(program, program.name(), [], []);
  return { bash, zsh, fish }[shell](places);
}

function placesOf(command: Command, path: string, reachedBy: readonly string[], above: readonly Option[]): Place[] {
  const help = command.createHelp();
  const own = [...help.visibleOptions(command), ...above];
  const commands = help.visibleCommands(command).filter((one) => one.name() !== 'help');
  const place = {
    path,
    reachedBy,
    commands: commands.map((one) => ({ name: one.name(), description: one.description() })),
    options: own.filter((option, at) => own.findIndex(({ long }) => long === option.long) === at),
    values: command.registeredArguments[0]?.argChoices ?? [],
  };
  const nested = commands.flatMap((one) => {
    const names = [one.name(), ...one.aliases()].map((name) => `${path} ${name}`);
    return placesOf(one, `${path} ${one.name()}`, names, [...command.options, ...above]);
  });
  return [place, ...nested];
}

const namesOf = ({ short, long }: Option) => [short, long].filter((name) => name !== undefined);
const takesValue = (option: Option) => option.required || option.optional;
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
const lines = (all: readonly string[]) => all.join('\n');

/** Generates the `case` branches that lead from a command to its subcommands. They are the same in bash and zsh. */
const steps = (places: readonly Place[]) =>
  lines(
    places
      .filter(({ reachedBy }) => reachedBy.length > 0)
      .map(({ path, reachedBy }) => `      ${reachedBy.map(quoted).join('|')}) at=${quoted(path)} ;;`),
  );

/** Generates the `case` branches for an option's value: known values, or the shell's own completion. */
const values = (places: readonly Place[], offer: (known: readonly string[]) => string, files: string) =>
  lines(
    places.flatMap(({ path, options }) =>
      options
        .filter((option) => takesValue(option) && option.long !== '--json')
        .map((option) => {
          const patterns = namesOf(option).map((name) => quoted(`${path} ${name}`));
          return `    ${patterns.join('|')}) ${option.argChoices ? offer(option.argChoices) : files}; return ;;`;
        }),
    ),
  );

function bash(places: readonly Place[]): string {
  const words = places.map(({ path, commands, options, values: known }) => {
    const below = [...commands.map(({ name }) => name), ...known].join(' ');
    return `    ${quoted(path)}) words=${quoted(below)} options=${quoted(options.flatMap(namesOf).join(' '))} ;;`;
  });
  const offer = (known: readonly string[]) => `COMPREPLY=($(compgen -W ${quoted(known.join(' '))} -- "$current"))`;
  return `# bash completion of quaestor
_quaestor() {
  local at=quaestor current="\${COMP_WORDS[COMP_CWORD]}" words= options= i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at \${COMP_WORDS[i]}" in
${steps(places)}
    esac
  done
  case "$at \${COMP_WORDS[COMP_CWORD - 1]}" in
${values(places, offer, ':')}
  esac
  case "$at" in
${lines(words)}
  esac
  [[ $current == -* ]] && words=$options
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _quaestor quaestor
`;
}

function zsh(places: readonly Place[]): string {
  const described = (name: string, text: string) => quoted(`${name.replaceAll(':', String.raw`\:`)}:${text}`);
  const words = places.map(({ path, commands, options, values: known }) => {
    const below = [...commands.map(({ name, description }) => described(name, description)), ...known.map(quoted)];
    const flags = options.flatMap((option) => namesOf(option).map((name) => described(name, option.description)));
    return `    ${quoted(path)}) below=(${below.join(' ')}) options=(${flags.join(' ')}) ;;`;
  });
  const offer = (known: readonly string[]) => `compadd -- ${known.map(quoted).join(' ')}`;
  return `#compdef quaestor
_quaestor() {
  local at=quaestor word
  local -a below options
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at $word" in
${steps(places)}
    esac
  done
  case "$at \${words[CURRENT-1]}" in
${values(places, offer, '_files')}
  esac
  case "$at" in
${lines(words)}
  esac
  if [[ \${words[CURRENT]} == -* ]]; then
    _describe option options
  elif (( $#below )); then
    _describe command below
  else
    _files
  fi
}
if [[ \${funcstack[1]} == _quaestor ]]; then
  _quaestor "$@"
else
  compdef _quaestor quaestor
fi
`;
}

function fish(places: readonly Place[]): string {
  const text = (value: string) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
  const moves = places
    .filter(({ reachedBy }) => reachedBy.length > 0)
    .map(({ path, reachedBy }) => `      case ${reachedBy.map(text).join(' ')}\n        set at ${text(path)}`);
  const offers = places.flatMap(({ path, commands, options, values: known }) => {
    const here = `complete -c quaestor -n ${text(`__quaestor_at ${text(path)}`)}`;
    const below = commands.map(({ name, description }) => `${here} -f -a ${name} -d ${text(description)}`);
    const flags = options.map((option) => {
      const names = [option.short && `-s ${option.short.slice(1)}`, option.long && `-l ${option.long.slice(2)}`];
      const value = option.argChoices
        ? ` -x -a ${text(option.argChoices.join(' '))}`
        : takesValue(option) && option.long !== '--json'
          ? ' -r'
          : '';
      return `${here} ${names.filter(Boolean).join(' ')}${value} -d ${text(option.description)}`;
    });
    return [...below, ...(known.length > 0 ? [`${here} -f -a ${text(known.join(' '))}`] : []), ...flags];
  });
  return `# fish completion of quaestor
function __quaestor_at
  set -l at quaestor
  for word in (commandline -opc)[2..-1]
    switch "$at $word"
${lines(moves)}
    end
  end
  test "$at" = "$argv[1]"
end
${lines(offers)}
`;
}
