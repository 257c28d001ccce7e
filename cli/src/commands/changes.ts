import type { Command } from 'commander';
import type { components } from '../../../client/src/index.ts';
import { confirm } from '../ask.ts';
import { contextOf } from '../context.ts';
import { CommandError } from '../exit.ts';
import { say } from '../terminal.ts';
import { count } from './questions.ts';

type Change = components['schemas']['Change'];

const SHOWN_CONFLICTS = 20;

interface ListFlags {
  limit: string;
  actor?: string;
  kind?: Change['kind'];
  question?: string;
  after?: string;
  before?: string;
}

export function addChanges(program: Command): void {
  const change = program.command('change').description('list and revert changes to questions');
  change
    .command('list')
    .description('list changes, newest first')
    .option('-n, --limit <count>', 'maximum number to show', '20')
    .option('--actor <principal>', 'only changes by this principal')
    .option('--kind <kind>', 'only this kind, such as update, import, bulk or revert')
    .option('--question <id>', 'only changes to this question')
    .option('--after <time>', 'only changes after this time')
    .option('--before <time>', 'only changes before this time')
    .action(async (flags: ListFlags, command: Command) => {
      const { quaestor, show, signal } = await contextOf(command);
      const query = {
        ...(flags.actor !== undefined && { actor: flags.actor }),
        ...(flags.kind !== undefined && { kind: flags.kind }),
        ...(flags.question !== undefined && { question_id: flags.question }),
        ...(flags.after !== undefined && { created_after: flags.after }),
        ...(flags.before !== undefined && { created_before: flags.before }),
      };
      const rows = await quaestor.changes.list(query, { signal }).toArray(count(flags.limit));
      show(rows, ['id', 'kind', 'actor', 'count', 'created_at', 'reverted_by']);
    });
  change
    .command('show <id>')
    .description('show the effect on each question')
    .option('-n, --limit <count>', 'maximum number to show', '20')
    .action(async (id: string, { limit }: { limit: string }, command: Command) => {
      const { quaestor, show, signal } = await contextOf(command);
      const items = await quaestor.changes.items(id, {}, { signal }).toArray(count(limit));
      const rows = items.map((item) => ({ ...item, changed: item.fields.map(({ field }) => field).join(' ') }));
      show(rows, ['question_id', 'version', 'change', 'changed', 'unavailable']);
    });
  change
    .command('revert <id>')
    .description('revert a change, except for later changes')
    .action(async (id: string, _: object, command: Command) => {
      const { quaestor, flags, done, signal } = await contextOf(command);
      const { kind, count: members } = await quaestor.changes.get(id, { signal });
      await confirm(flags, `${members} versions of this change (${kind}) will be reverted.`);
      const reply = await quaestor.changes.revert(id, { signal });
      if (!('conflicts' in reply)) {
        const ended = await quaestor.changes.wait(reply, { signal });
        done(ended, `${ended.count} reverted, ${ended.conflict_count} skipped because they were changed since.`);
        if (ended.status !== 'succeeded') throw new CommandError(`The revert ended with status ${ended.status}.`);
        return;
      }
      for (const { question_id, reason, fields } of reply.conflicts.slice(0, SHOWN_CONFLICTS))
        say(`${question_id}: ${reason}${fields.length === 0 ? '' : ` (${fields.join(', ')})`}`);
      done(reply, `${reply.reverted} reverted, ${reply.conflicts.length} skipped, ${reply.unchanged} unchanged.`);
    });
}
