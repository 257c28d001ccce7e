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
  const question = program.command('question').alias('q').description('manage questions');

  withFilter(question.command('list').description('list matching questions, in order of creation'))
    .option('-n, --limit <count>', 'maximum number to show', String(DEFAULT_LIMIT))
    .option('--all', 'print all questions as JSON, one per line')
    .option('--sort <field>', 'created_at, updated_at, difficulty or category; "-" in front reverses the order')
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
    .description('show a question with all its fields')
    .action(async (id: string, _: object, command: Command) => {
      const { quaestor, showOne, signal } = await contextOf(command);
      showOne(await quaestor.questions.get(id, { signal }));
    });

  withContent(question.command('create').description('create a question from options or a JSON file')).action(
    async (flags: ContentFlags, command: Command) => {
      const { quaestor, showOne, signal } = await contextOf(command);
      const made = await quaestor.questions.create((await contentOf(flags)) as QuestionDraft, {}, { signal });
      showOne(made);
      say(`Created ${made.id}. Next: quaestor question get ${made.id}`);
    },
  );

  withContent(question.command('update <id>').description('change the given fields'))
    .option('--if-version <number>', 'only if the question still has this version')
    .action(async (id: string, flags: ContentFlags & { ifVersion?: string }, command: Command) => {
      const { quaestor, showOne, signal } = await contextOf(command);
      const guard = flags.ifVersion === undefined ? {} : { ifVersion: count(flags.ifVersion) };
      showOne(await quaestor.questions.update(id, await contentOf(flags), { signal, ...guard }));
    });

  question
    .command('delete <id>')
    .description('delete a question; it can be restored for 30 days')
    .action(async (id: string, _: object, command: Command) => {
      const { quaestor, done, signal } = await contextOf(command);
      const deleted = await quaestor.questions.delete(id, { signal });
      done(deleted, `Deleted. To restore it: quaestor question restore ${id}`);
    });

  question
    .command('restore <id>')
    .description('restore a deleted question')
    .action(async (id: string, _: object, command: Command) => {
      const { quaestor, showOne, signal } = await contextOf(command);
      showOne(await quaestor.questions.restore(id, { signal }));
    });

  addBulk(question);

  question
    .command('merge <id> <other>')
    .description('take fields from another question, and delete that one')
    .option('--take <fields>', 'fields to take, such as explanation,tags (default: none)')
    .option('--if-version <number>', 'only if the question still has this version')
    .action(async (id: string, other: string, flags: { take?: string; ifVersion?: string }, command: Command) => {
      const { quaestor, showOne, signal } = await contextOf(command);
      const take = (flags.take?.split(',') ?? []) as MergedField[];
      const guard = flags.ifVersion === undefined ? {} : { ifVersion: count(flags.ifVersion) };
      showOne(await quaestor.questions.merge(id, { other, take }, { signal, ...guard }));
      say(`Deleted ${other}. To undo the merge: quaestor change list, then quaestor change revert`);
    });

  question
    .command('history <id>')
    .description('list the versions of a question, newest first')
    .action(async (id: string, _: object, command: Command) => {
      const { quaestor, show, signal } = await contextOf(command);
      const versions = await quaestor.questions.versions(id, {}, { signal }).toArray(MAX_VERSIONS);
      show(versions, ['version', 'change', 'changed_at', 'changed_by']);
    });

  question
    .command('check <id> <answer>')
    .description('check an answer; exits with 1 if it is wrong')
    .action(async (id: string, answer: string, _: object, command: Command) => {
      const { quaestor, showOne, signal } = await contextOf(command);
      const checked = await quaestor.questions.check(id, { answer }, { signal });
      showOne(checked);
      if (!checked.correct) process.exitCode = EXIT.failure;
    });

  withFilter(question.command('search <words...>').description('search questions for words, in order of creation'))
    .option('-n, --limit <count>', 'maximum number to show', String(DEFAULT_LIMIT))
    .action(async (words: string[], flags: ListFlags, command: Command) => {
      await list(await contextOf(command), { ...filterOf({ ...flags, search: words.join(' ') }) }, count(flags.limit));
    });

  withFilter(question.command('draw').description('draw questions at random'))
    .option('-n, --limit <count>', 'number of questions', '1')
    .option('--seed <text>', 'seed, to repeat a draw')
    .action(async (flags: ListFlags & { seed?: string }, command: Command) => {
      const { quaestor, show, signal } = await contextOf(command);
      const seed = flags.seed === undefined ? {} : { seed: flags.seed };
      const { data, draw } = await quaestor.questions.random(
        { ...filterOf(flags), count: count(flags.limit), ...seed },
        { signal },
      );
      show(data, columns());
      say(`To repeat this draw: --seed ${draw.seed}`);
    });

  question
    .command('diff <id> [from] [to]')
    .description('show the changes between two versions (default: the newest two)')
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

/** Fields that change with every version. */
const STAMPS = new Set(['version', 'updated_at']);

/** The fields that differ. */
function differences(before: object, after: object): { field: string; before: unknown; after: unknown }[] {
  const [left, right] = [before, after].map((question) => new Map<string, unknown>(Object.entries(question)));
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((field) => ({ field, before: left?.get(field) ?? null, after: right?.get(field) ?? null }))
    .filter(({ field, before: was, after: is }) => !STAMPS.has(field) && JSON.stringify(was) !== JSON.stringify(is));
}

/** On a narrow terminal, the question has priority over the answer. */
const WIDE_COLUMNS = 100;
const COLUMNS = ['id', 'question_text', 'correct_answer', 'category', 'difficulty'] as const;
const columns = () => (width() < WIDE_COLUMNS ? COLUMNS.filter((name) => name !== 'correct_answer') : COLUMNS);

/** Prints a page of questions, and how many more there are. */
async function list({ quaestor, show, signal }: Context, query: object, limit: number): Promise<void> {
  const page = await quaestor.questions.list({ ...query, limit: Math.min(limit, MAX_PAGE) }, { signal });
  show(page.data, columns());
  const { total, has_more } = page.pagination;
  if (has_more) say(`${page.data.length} of ${total ?? 'many'}. More with -n, all of them with list --all`);
}

function withContent(command: Command): Command {
  return command
    .option('-f, --file <path>', 'file with a JSON object; "-" reads stdin')
    .option('--text <question>', 'the question')
    .option('--answer <answer>', 'the right answer')
    .option('-c, --category <name>', 'the category')
    .option('-d, --difficulty <level>', '0 to 2, or basic, intermediate, advanced', level);
}

/** Options take precedence over the file. */
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
    throw new CommandError(`The file is not valid JSON: ${(error as Error).message}.`, EXIT.usage);
  }
}

export function count(given: string): number {
  const value = Number(given);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new CommandError(`"${given}" is not a number of at least 1.`, EXIT.usage);
  return value;
}
