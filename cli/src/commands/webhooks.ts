import { type Command, Option } from 'commander';
import { confirm } from '../ask.ts';
import { type Context, contextOf } from '../context.ts';
import { CommandError, EXIT } from '../exit.ts';
import { say } from '../terminal.ts';
import { seconds } from './credentials.ts';
import { typesOf } from './events.ts';
import { count } from './questions.ts';
import { addListen } from './webhook-listen.ts';

const MAX_LISTED = 10_000;
const DAY_SECONDS = 86_400;

interface ChoiceFlags {
  types?: string;
  category?: string[];
  description?: string;
}

interface UpdateFlags extends ChoiceFlags {
  sendTo?: string;
  allTypes?: true;
  allCategories?: true;
  enable?: true;
  disable?: true;
}

export function addWebhooks(program: Command): void {
  const webhooks = program.command('webhook').description('manage webhooks, which send events to other programs');
  addReading(webhooks);
  addWriting(webhooks);
  addDeliveries(webhooks);
  addListen(webhooks);
}

function addReading(webhooks: Command): void {
  webhooks
    .command('list')
    .description('list webhooks')
    .action(async (_: object, command: Command) => {
      const { quaestor, show, signal } = await contextOf(command);
      const rows = await quaestor.webhooks.list({}, { signal }).toArray(MAX_LISTED);
      show(rows, ['id', 'url', 'enabled', 'failing_since']);
    });
  webhooks
    .command('get <id>')
    .description('show a webhook without its secret')
    .action(async (id: string, _: object, command: Command) => {
      const { quaestor, showOne, signal } = await contextOf(command);
      showOne(await quaestor.webhooks.get(id, { signal }));
    });
}

function addWriting(webhooks: Command): void {
  withChoice(
    webhooks.command('create <url>').description('create a webhook; its secret is printed once, alone, to stdout'),
  ).action(async (url: string, flags: ChoiceFlags, command: Command) => {
    const context = await contextOf(command);
    const made = await context.quaestor.webhooks.create({ url, ...choiceOf(flags) });
    showSecret(context, made);
    say(`Created ${made.id}. The secret is shown only once. Next: quaestor webhook test ${made.id}`);
  });
  withChoice(webhooks.command('update <id>').description('change the given settings'))
    .option('--send-to <url>', 'new URL')
    .option('--all-types', 'remove the filter for types')
    .option('--all-categories', 'remove the filter for categories')
    .option('--enable', 'send new events again')
    .addOption(new Option('--disable', 'send no events, and do not store them').conflicts('enable'))
    .action(async (id: string, flags: UpdateFlags, command: Command) => {
      const { quaestor, showOne } = await contextOf(command);
      showOne(await quaestor.webhooks.update(id, changeOf(flags)));
    });
  webhooks
    .command('rotate <id>')
    .description('replace the secret; the new one is printed once, alone, to stdout')
    .addOption(
      new Option('--grace <seconds>', 'seconds for which messages are also signed with the old secret')
        .argParser(seconds)
        .default(DAY_SECONDS),
    )
    .action(async (id: string, { grace }: { grace: number }, command: Command) => {
      const context = await contextOf(command);
      showSecret(context, await context.quaestor.webhooks.rotate(id, { grace_seconds: grace }));
      say(`${id} has a new secret, which is shown only once.`);
    });
  webhooks
    .command('delete <id>')
    .description('delete a webhook and its deliveries')
    .action(async (id: string, _: object, command: Command) => {
      const { quaestor, flags, done } = await contextOf(command);
      await confirm(flags, `${id} and its deliveries will be deleted.`);
      await quaestor.webhooks.delete(id);
      done({ id, deleted: true }, `Deleted ${id}.`);
    });
}

function addDeliveries(webhooks: Command): void {
  webhooks
    .command('test <id>')
    .description('send a message of type webhook.test')
    .action(async (id: string, _: object, command: Command) => {
      const { quaestor, showOne } = await contextOf(command);
      showOne(await quaestor.webhooks.test(id));
      say(`Next: quaestor webhook deliveries ${id}`);
    });
  webhooks
    .command('deliveries <id>')
    .description('list deliveries with their responses, newest first')
    .option('-n, --limit <count>', 'maximum number to show', '20')
    .addOption(new Option('--status <status>', 'only this status').choices(['pending', 'succeeded', 'failed']))
    .action(async (id: string, { limit, status }: { limit: string; status?: 'failed' }, command: Command) => {
      const { quaestor, show, isJson, signal } = await contextOf(command);
      const query = status === undefined ? {} : { status };
      const rows = await quaestor.webhooks.deliveries(id, query, { signal }).toArray(count(limit));
      if (isJson) return show(rows, []);
      const last = rows.map(({ log, ...row }) => ({ ...row, last: log.at(-1)?.error ?? log.at(-1)?.status ?? '' }));
      show(last, ['id', 'type', 'status', 'attempts', 'last']);
    });
  webhooks
    .command('replay <id> [delivery]')
    .description('send a delivery again, or all that have failed since a time')
    .option('--since <time>', 'time, such as 2026-11-17T00:00:00Z')
    .action(async (id: string, delivery: string | undefined, { since }: { since?: string }, command: Command) => {
      const { quaestor, showOne, done } = await contextOf(command);
      if ((delivery === undefined) === (since === undefined))
        throw new CommandError('Name a delivery, or give --since.', EXIT.usage, `quaestor webhook deliveries ${id}`);
      if (delivery !== undefined) return showOne(await quaestor.webhooks.replayDelivery(id, delivery));
      const replayed = await quaestor.webhooks.replay(id, { since: since ?? '' });
      done(replayed, `${replayed.replayed} will be sent again.`);
    });
}

function withChoice(command: Command): Command {
  return command
    .option('--types <list>', 'types of events separated by commas, such as question.updated,question.deleted')
    .option(
      '-c, --category <name>',
      'only events of questions in this category (repeatable)',
      (name: string, before: string[] | undefined) => [...(before ?? []), name],
    )
    .option('--description <text>', 'description');
}

function choiceOf({ types, category, description }: ChoiceFlags) {
  return {
    ...(types !== undefined && { types: typesOf(types) }),
    ...(category !== undefined && { categories: category }),
    ...(description !== undefined && { description: description === '' ? null : description }),
  };
}

function changeOf({ sendTo, allTypes, allCategories, enable, disable, ...choice }: UpdateFlags) {
  return {
    ...(sendTo !== undefined && { url: sendTo }),
    ...(allTypes && { types: null }),
    ...(allCategories && { categories: null }),
    ...choiceOf(choice),
    ...((enable ?? disable) && { enabled: enable === true }),
  };
}

function showSecret({ flags, showOne }: Context, made: { secret: string }): void {
  if (flags.json === undefined) process.stdout.write(`${made.secret}\n`);
  else showOne(made);
}
