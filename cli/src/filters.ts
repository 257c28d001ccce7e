import { type Command, InvalidArgumentError, Option } from 'commander';
import { DIFFICULTY_NAMES, QUESTION_STATUSES } from '../../client/src/index.ts';

export interface FilterFlags {
  category?: string[];
  difficulty?: number[];
  topic?: string;
  tag?: string[];
  language?: string;
  status?: ('draft' | 'ready' | 'archived')[];
  search?: string;
}

const LEVELS = DIFFICULTY_NAMES.map((name) => name.toLowerCase());

export const LEVEL_WANTED = '0 to 2, or basic, intermediate, advanced';

/** Accepts 0, 1, 2 or the name of a level. */
export function findLevel(text: string): number | undefined {
  const named = LEVELS.indexOf(text.toLowerCase());
  if (named >= 0) return named;
  return /^[012]$/u.test(text) ? Number(text) : undefined;
}

/** Reads a level given as an option. */
export function level(text: string): number {
  const found = findLevel(text);
  if (found === undefined) throw new InvalidArgumentError(`It must be ${LEVEL_WANTED}.`);
  return found;
}

/** Adds the options that select questions. */
export function withFilter(command: Command): Command {
  const several =
    <Value>(read: (text: string) => Value) =>
    (text: string, before: Value[] | undefined) => [...(before ?? []), read(text)];
  return command
    .option('-c, --category <name>', 'only this category (repeatable)', several(String))
    .option('-d, --difficulty <level>', `only this level: ${LEVEL_WANTED} (repeatable)`, several(level))
    .option('-t, --topic <name>', 'only this topic')
    .option('--tag <tag>', 'only questions with this tag (repeatable: with all of them)', several(String))
    .option('--language <tag>', 'only this language, such as "de"')
    .addOption(
      new Option('--status <status>', 'only this status (repeatable)')
        .choices(QUESTION_STATUSES)
        .argParser(several(String)),
    )
    .option('-q, --search <words>', 'only questions with these words');
}

/** Converts the options to the API's filters. */
export function filterOf({ category, difficulty, topic, tag, language, status, search }: FilterFlags) {
  return {
    ...(category && { category }),
    ...(difficulty && { difficulty }),
    ...(topic !== undefined && { topic_focus: topic }),
    ...(tag && { tag }),
    ...(language !== undefined && { language }),
    ...(status && { status }),
    ...(search !== undefined && { q: search }),
  };
}
