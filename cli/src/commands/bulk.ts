import type { Command } from 'commander';
import type { BulkRequest, Change } from '../../../client/src/index.ts';
import { confirm } from '../ask.ts';
import { type Context, contextOf } from '../context.ts';
import { CANCELING, CommandError, EXIT } from '../exit.ts';
import { ProgressBar } from '../progress-bar.ts';
import { say } from '../terminal.ts';
import { type BulkSelection, EDITABLE, requestOf } from './bulk-request.ts';

interface BulkFlags extends BulkSelection {
  expect?: string;
  dryRun?: true;
  wait: boolean;
}

/** The command has two names: `quaestor bulk` and `quaestor question bulk`. */
export function addBulk(program: Command): void {
  const several = (text: string, before: string[] | undefined) => [...(before ?? []), text];
  program
    .command('bulk')
    .description('change, delete or restore all matching questions as one change; ^C cancels')
    .option('--filter <key=value>', 'filter of GET /questions (repeatable)', several)
    .option('--all', 'all ready questions')
    .option('--set <field=value>', `${EDITABLE.join(', ')}; an empty value clears the field (repeatable)`, several)
    .option('--add-tag <tag>', 'tag to add (repeatable)', several)
    .option('--remove-tag <tag>', 'tag to remove (repeatable)', several)
    .option('--delete', 'delete the questions')
    .option('--restore', 'restore deleted questions')
    .option('--expect <count>', 'expected number of questions, instead of a confirmation')
    .option('--dry-run', 'only count the questions and show what would change')
    .option('--no-wait', 'do not wait for the end')
    .action(async (flags: BulkFlags, command: Command) => {
      const context = await contextOf(command);
      await run(context, flags, requestOf(flags));
    });
}

async function run(context: Context, flags: BulkFlags, request: BulkRequest): Promise<void> {
  const { quaestor, signal } = context;
  if (flags.dryRun || flags.expect === undefined) {
    const { count, examples } = await quaestor.questions.bulkDryRun(request, { signal });
    if (flags.dryRun) {
      context.show(
        examples.flatMap(({ question_id, changes, skipped }) =>
          skipped === null
            ? changes.map((change) => ({ question_id, ...change }))
            : [{ question_id, field: `skipped: ${skipped}`, before: '', after: '' }],
        ),
        ['question_id', 'field', 'before', 'after'],
      );
      say(`${count} questions match. To change them, run the same without --dry-run, with --expect ${count}`);
      return;
    }
    if (count === 0) throw new CommandError('No question matches.', EXIT.notFound);
    await confirm(context.flags, `${count} questions match: ${wordsOf(flags)}.`);
    return follow(context, await quaestor.questions.bulk({ ...request, expected_count: count }, { signal }), flags);
  }
  const expected_count = number(flags.expect);
  await follow(context, await quaestor.questions.bulk({ ...request, expected_count }, { signal }), flags);
}

/** Waits until the last question has been changed. */
async function follow({ quaestor, signal, showOne }: Context, begun: Change, flags: BulkFlags): Promise<void> {
  const bar = new ProgressBar(wordsOf(flags));
  let change = begun;
  try {
    const onProgress = ({ progress }: Change) => bar.show(progress?.completed ?? 0, progress?.total ?? 0);
    if (flags.wait) change = await quaestor.changes.wait(begun, { signal, onProgress });
  } catch (error) {
    if (!signal.aborted) throw error;
    say(CANCELING);
    const { progress } = await quaestor.changes.cancel(change.id);
    throw new CommandError(
      `Canceled after ${progress?.completed ?? 0} of ${progress?.total ?? 0} questions.`,
      EXIT.canceled,
      `To revert them: quaestor change revert ${change.id}`,
    );
  } finally {
    bar.end();
  }
  showOne(change);
  if (change.status === 'failed') throw new CommandError(change.error?.detail ?? 'It failed.', EXIT.failure);
  say(`To revert it: quaestor change revert ${change.id}`);
}

function wordsOf({ set = [], addTag = [], removeTag = [], delete: remove, restore }: BulkFlags): string {
  const parts = [
    ...set.map((pair) => `set ${pair}`),
    ...addTag.map((tag) => `add the tag ${tag}`),
    ...removeTag.map((tag) => `remove the tag ${tag}`),
    ...(remove ? ['delete'] : []),
    ...(restore ? ['restore'] : []),
  ];
  return parts.join(', ');
}

function number(given: string): number {
  if (!/^\d{1,9}$/u.test(given)) throw new CommandError(`"${given}" is not a number.`, EXIT.usage);
  return Number(given);
}
