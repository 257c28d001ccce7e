import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import type { MergedField, QuestionDraft } from '../../../client/src/index.ts';
import { type Context, contextOf } from '../context.ts';
import { CommandError, EXIT } from '../exit.ts';
import { type FilterFlags, filterOf, level, withFilter } from '../filters.ts';
import { say, width } from '../terminal.ts';
import { addBulk } from './bulk.ts';

const DEFAULT_LIMIT = 20;
const MAX_PAGE = 1000;
const MAX_VERSIONS = 1000;

interface ListFlags extends FilterFlags {
  limit: string;
  all?: true;
  sort?: 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | 'difficulty' | '-difficulty';
}

interface ContentFlags {
  file?: string;
  text?: string;
  answer?: string;
  category?: string;
  difficulty?: number;
}

export function addQuestions(program: Command): void {
  const question = program.command('question').alias('q').description('questions of the bank');

  withFilter(question.command('list').description('those that match, in the order of creation'))
    .option('-n, --limit <count>', 'as many at most', String(DEFAULT_LIMIT))
    .option('--all', 'all of them, a line of JSON each')
    .option('--sort <field>', 'created_at, updated_at, difficulty or category, with "-" backwards')
    .action(async (flags: ListFlags, command: Command) => {
      const context = await contextOf(command);
      const { quaestor, stream, signal } = context;
      const query = { ...filterOf(flags), ...(flags.sort && { sort: flags.sort }) };
      if (flags.all) {
        for await (const one of quaestor.questions.list({ ...query, limit: MAX_PAGE }, { signal })) stream(one);
        return;
      }
      await list(context, query, count(flags.limit));
    });

  question
    .command('get <id>')
    .description('one, with all its fields')
    .action(async (id: string, _: object, command: Command) => {
      const { quaestor, showOne, signal } = await contextOf(command);
      showOne(await quaestor.questions.get(id, { signal }));
    });

  withContent(question.command('create').description('a new one, by flags or from a JSON file')).action(
    async (flags: ContentFlags, command: Command) => {
      const { quaestor, showOne, signal } = await contextOf(command);
      const made = await quaestor.questions.create((await contentOf(flags)) as QuestionDraft, {}, { signal });
      showOne(made);
      say(`Created ${made.id}. Next: quaestor question get ${made.id}`);
    },
  );

  withContent(question.command('update <id>').description('change the fields that are given'))
    .option('--if-version <number>', 'only if nobody has changed it since')
    .action(async (id: string, flags: ContentFlags & { ifVersion?: string }, command: Command) => {
      const { quaestor, showOne, signal } = await contextOf(command);
      const guard = flags.ifVersion === undefined ? {} : { ifVersion: count(flags.ifVersion) };
      showOne(await quaestor.questions.update(id, await contentOf(flags), { signal, ...guard }));
    });

  question
    .command('delete <id>')
    .description('delete one; for 30 days it can be restored')
    .action(async (id: string, _: object, command: Command) => {
      const { quaestor, done, signal } = await contextOf(command);
      const deleted = await quaestor.questions.delete(id, { signal });
      done(deleted, `Deleted. To have it back: quaestor question restore ${id}`);
    });

  question
    .command('restore <id>')
    .description('have a deleted one back')
    .action(async (id: string, _: object, command: Command) => {
      const { quaestor, showOne, signal } = await contextOf(command);
      showOne(await quaestor.questions.restore(id, { signal }));
    });

  addBulk(question);

  question
    .command('merge <id> <other>')
    .description('take fields from another one, and delete that')
    .option('--take <fields>', 'such as explanation,tags; none unless given')
    .option('--if-version <number>', 'only if nobody has changed it since')
    .action(async (id: string, other: string, flags: { take?: string; ifVersion?: string }, command: Command) => {
      const { quaestor, showOne, signal } = await contextOf(command);
      const take = (flags.take?.split(',') ?? []) as MergedField[];
      const guard = flags.ifVersion === undefined ? {} : { ifVersion: count(flags.ifVersion) };
      showOne(await quaestor.questions.merge(id, { other, take }, { signal, ...guard }));
      say(`Deleted ${other}. To have both back: quaestor change list, then quaestor change revert`);
    });

  question
    .command('history <id>')
    .description('its versions, the newest first')
    .action(async (id: string, _: object, command: Command) => {
      const { quaestor, show, signal } = await contextOf(command);
      const versions = await quaestor.questions.versions(id, {}, { signal }).toArray(MAX_VERSIONS);
      show(versions, ['version', 'change', 'changed_at', 'changed_by']);
    });

  question
    .command('check <id> <answer>')
    .description('whether an answer is right; ends with 1 if it is not')
    .action(async (id: string, answer: string, _: object, command: Command) => {
      const { quaestor, showOne, signal } = await contextOf(command);
      const checked = await quaestor.questions.check(id, { answer }, { signal });
      showOne(checked);
      if (!checked.correct) process.exitCode = EXIT.failure;
    });

  withFilter(question.command('search <words...>').description('those with these words, in the order of creation'))
    .option('-n, --limit <count>', 'as many at most', String(DEFAULT_LIMIT))
    .action(async (words: string[], flags: ListFlags, command: Command) => {
      await list(await contextOf(command), { ...filterOf({ ...flags, search: words.join(' ') }) }, count(flags.limit));
    });

  withFilter(question.command('draw').description('some at random'))
    .option('-n, --limit <count>', 'as many', '1')
    .option('--seed <text>', 'the same ones again')
    .action(async (flags: ListFlags & { seed?: string }, command: Command) => {
      const { quaestor, show, signal } = await contextOf(command);
      const seed = flags.seed === undefined ? {} : { seed: flags.seed };
      const { data, draw } = await quaestor.questions.random(
        { ...filterOf(flags), count: count(flags.limit), ...seed },
        { signal },
      );
      show(data, columns());
      say(`The same again: --seed ${draw.seed}`);
    });

  question
    .command('diff <id> [from] [to]')
    .description('what was changed between two versions; between the newest two unless given')
    .action(async (id: string, from: string | undefined, to: string | undefined, _: object, command: Command) => {
      const { quaestor, show, signal } = await contextOf(command);
      const versions = await quaestor.questions.versions(id, {}, { signal }).toArray(MAX_VERSIONS);
      const newest = versions[0]?.version ?? 1;
      const later = to === undefined ? newest : count(to);
      const earlier = from === undefined ? later - 1 : count(from);
      const [before, after] = [earlier, later].map((number) => versions.find(({ version }) => version === number));
      if (before === undefined || after === undefined)
        throw new CommandError(
          `There are no versions ${earlier} and ${later}.`,
          EXIT.notFound,
          `The newest is ${newest}.`,
        );
      show(differences(before.question, after.question), ['field', 'before', 'after']);
    });
}

/** Of every change. */
const STAMPS = new Set(['version', 'updated_at']);

/** Fields that are not equal. */
function differences(before: object, after: object): { field: string; before: unknown; after: unknown }[] {
  const [left, right] = [before, after].map((question) => new Map<string, unknown>(Object.entries(question)));
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((field) => ({ field, before: left?.get(field) ?? null, after: right?.get(field) ?? null }))
    .filter(({ field, before: was, after: is }) => !STAMPS.has(field) && JSON.stringify(was) !== JSON.stringify(is));
}

/** A narrow terminal shows more of the question instead of the answer. */
const WIDE_COLUMNS = 100;
const COLUMNS = ['id', 'question_text', 'correct_answer', 'category', 'difficulty'] as const;
const columns = () => (width() < WIDE_COLUMNS ? COLUMNS.filter((name) => name !== 'correct_answer') : COLUMNS);

/** A page of them, and how many more there are. */
async function list({ quaestor, show, signal }: Context, query: object, limit: number): Promise<void> {
  const page = await quaestor.questions.list({ ...query, limit: Math.min(limit, MAX_PAGE) }, { signal });
  show(page.data, columns());
  const { total, has_more } = page.pagination;
  if (has_more) say(`${page.data.length} of ${total ?? 'many'}. More with -n, all of them with list --all`);
}

function withContent(command: Command): Command {
  return command
    .option('-f, --file <path>', 'a JSON object; "-" reads stdin')
    .option('--text <question>', 'the question')
    .option('--answer <answer>', 'the right answer')
    .option('-c, --category <name>', 'the category')
    .option('-d, --difficulty <level>', '0 to 2, or basic, intermediate, advanced', level);
}

/** Flags win over the file. */
async function contentOf({ file, text: question, answer, category, difficulty }: ContentFlags): Promise<object> {
  const given =
    file === undefined ? {} : parse(file === '-' ? await text(process.stdin) : await readFile(file, 'utf8'));
  return {
    ...given,
    ...(question !== undefined && { question_text: question }),
    ...(answer !== undefined && { correct_answer: answer }),
    ...(category !== undefined && { category }),
    ...(difficulty !== undefined && { difficulty }),
  };
}

function parse(json: string): object {
  try {
    return JSON.parse(json) as object;
  } catch (error) {
    throw new CommandError(`The file is no JSON: ${(error as Error).message}.`, EXIT.usage);
  }
}

export function count(given: string): number {
  const value = Number(given);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new CommandError(`"${given}" is no number from 1 on.`, EXIT.usage);
  return value;
}
