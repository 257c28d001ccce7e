import type { Command } from 'commander';
import { confirm } from '../ask.ts';
import { contextOf } from '../context.ts';
import { CommandError } from '../exit.ts';
import { type FilterFlags, filterOf, withFilter } from '../filters.ts';
import { saveReply, withFormat } from '../save-reply.ts';
import { say } from '../terminal.ts';
import { count } from './questions.ts';

export function addDatasets(program: Command): void {
  const dataset = program.command('dataset').description('manage datasets: questions frozen at one moment');
  withFilter(dataset.command('create').description('freeze the matching questions'))
    .option('--name <name>', 'name of the dataset')
    .action(async (flags: FilterFlags & { name?: string }, command: Command) => {
      const { quaestor, showOne, signal } = await contextOf(command);
      const name = flags.name === undefined ? {} : { name: flags.name };
      const begun = await quaestor.datasets.create({ filter: filterOf(flags), ...name }, { signal });
      const made = await quaestor.datasets.wait(begun, { signal });
      showOne(made);
      if (made.status === 'failed') throw new CommandError('The dataset could not be created.');
      say(`Next: quaestor dataset export ${made.id} -o questions.jsonl`);
    });
  dataset
    .command('list')
    .description('list datasets, newest first')
    .option('-n, --limit <count>', 'maximum number to show', '20')
    .action(async ({ limit }: { limit: string }, command: Command) => {
      const { quaestor, show, signal } = await contextOf(command);
      const rows = await quaestor.datasets.list({}, { signal }).toArray(count(limit));
      show(rows, ['id', 'name', 'status', 'question_count', 'created_at']);
    });
  dataset
    .command('get <id>')
    .description('show a dataset with its hash and licences')
    .action(async (id: string, _: object, command: Command) => {
      const { quaestor, showOne, signal } = await contextOf(command);
      showOne(await quaestor.datasets.get(id, { signal }));
    });
  withFormat(dataset.command('export <id>').description('write its questions to a file')).action(
    async (id: string, { format, output }: { format: 'jsonl'; output?: string }, command: Command) => {
      const { quaestor, signal } = await contextOf(command);
      await saveReply(await quaestor.datasets.export(id, { format }, { signal }), output);
    },
  );
  dataset
    .command('delete <id>')
    .description('delete a dataset; its questions stay')
    .action(async (id: string, _: object, command: Command) => {
      const { quaestor, flags, done, signal } = await contextOf(command);
      await confirm(flags, `${id} will no longer be available.`);
      await quaestor.datasets.delete(id, { signal });
      done({ id, deleted: true }, `Deleted ${id}.`);
    });
}
