import type { Command } from 'commander';
import type { components } from '../../../client/src/index.ts';
import { confirm } from '../ask.ts';
import { type Context, contextOf } from '../context.ts';
import { CANCELING, CommandError, EXIT } from '../exit.ts';
import { ProgressBar } from '../progress-bar.ts';
import { say } from '../terminal.ts';

type Merge = components['schemas']['CategoryMerge'];

export function addCategories(program: Command): void {
  const category = program.command('category').alias('c').description('categories of the bank');
  category
    .command('list')
    .description('list categories')
    .action(async (_: object, command: Command) => {
      const { quaestor, show, signal } = await contextOf(command);
      show((await quaestor.categories.list({ signal })).categories, ['name']);
    });
  category
    .command('create <name>')
    .description('create a category')
    .action(async (name: string, _: object, command: Command) => {
      const { quaestor, showOne, signal } = await contextOf(command);
      showOne(await quaestor.categories.create({ name }, { signal }));
      say(`Next: quaestor question create -c '${name}' --text … --answer … -d 0`);
    });
  category
    .command('rename <name> <new>')
    .description('rename a category; use merge if the new name already exists')
    .option('--no-wait', 'do not wait until all questions have been changed')
    .action(async (name: string, to: string, { wait: waits }: { wait: boolean }, command: Command) => {
      const context = await contextOf(command);
      const renamed = await context.quaestor.categories.rename(name, { name: to }, { signal: context.signal });
      if (!('id' in renamed)) return context.done(renamed, `Renamed ${name} to ${to}.`);
      await follow(context, renamed, waits);
    });
  category
    .command('merge <name> <into>')
    .description('move all questions of a category into another one, and delete it; ^C cancels')
    .option('--no-wait', 'do not wait for the end')
    .action(async (name: string, into: string, { wait: waits }: { wait: boolean }, command: Command) => {
      const context = await contextOf(command);
      await confirm(context.flags, `All questions of ${name} will be moved to ${into}.`);
      const begun = await context.quaestor.categories.delete(name, { merge_into: into }, { signal: context.signal });
      if (!('id' in begun)) return context.done(begun, `Deleted ${name}: it had no questions.`);
      await follow(context, begun, waits);
    });
  category
    .command('delete <name>')
    .description('delete a category without questions')
    .action(async (name: string, _: object, command: Command) => {
      const { quaestor, done, signal } = await contextOf(command);
      done(await quaestor.categories.delete(name, {}, { signal }), `Deleted ${name}.`);
    });
}

/** Waits until the last question has been moved. */
async function follow({ quaestor, signal, showOne }: Context, begun: Merge, waits: boolean): Promise<void> {
  const bar = new ProgressBar(`${begun.from} → ${begun.into}`);
  let merge = begun;
  try {
    const onProgress = ({ progress }: Merge) => bar.show(progress.completed, progress.total);
    if (waits) merge = await quaestor.categories.waitForMerge(begun, { signal, onProgress });
  } catch (error) {
    if (!signal.aborted) throw error;
    say(CANCELING);
    const { progress } = await quaestor.categories.cancelMerge(merge.id);
    throw new CommandError(
      `Canceled after ${progress.completed} questions were moved.`,
      EXIT.canceled,
      `To continue: quaestor category merge '${begun.from}' '${begun.into}'`,
    );
  } finally {
    bar.end();
  }
  showOne(merge);
}
