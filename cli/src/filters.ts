import { type Command, InvalidArgumentError, Option } from 'commander';
import { DIFFICULTY_NAMES, QUESTION_STATUSES } from '../../client/src/index.ts';

export interface FilterFlags {
  category?: string[];
  difficulty?: number[];
  topic?: string;
  tag?: string;
  language?: string;
  status?: ('draft' | 'ready' | 'archived')[];
  search?: string;
}

const LEVELS = DIFFICULTY_NAMES.map((name) => name.toLowerCase());

/** 0, 1, 2 or the name of a level. */
export function level(text: string): number {
  const named = LEVELS.indexOf(text.toLowerCase());
  if (named < 0 && !/^[012]$/u.test(text))
    throw new InvalidArgumentError('It is 0 to 2, or basic, intermediate, advanced.');
  return named < 0 ? Number(text) : named;
}

/** The same flags wherever questions are chosen. */
export function withFilter(command: Command): Command {
  const several =
    <Value>(read: (text: string) => Value) =>
    (text: string, before: Value[] | undefined) => [...(before ?? []), read(text)];
  return command
    .option('-c, --category <name>', 'of this category; repeat it for several', several(String))
    .option('-d, --difficulty <level>', '0 to 2, or basic, intermediate, advanced; repeatable', several(level))
    .option('-t, --topic <name>', 'with this topic')
    .option('--tag <tag>', 'with this tag')
    .option('--language <tag>', 'in this language, such as "de"')
    .addOption(new Option('--status <status>', 'repeatable').choices(QUESTION_STATUSES).argParser(several(String)))
    .option('-q, --search <words>', 'with these words');
}

/** As the API names them. */
export function filterOf({ category, difficulty, topic, tag, language, status, search }: FilterFlags) {
  return {
    ...(category && { category }),
    ...(difficulty && { difficulty }),
    ...(topic !== undefined && { topic_focus: topic }),
    ...(tag !== undefined && { tag }),
    ...(language !== undefined && { language }),
    ...(status && { status }),
    ...(search !== undefined && { q: search }),
  };
}
