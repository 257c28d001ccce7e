import type { Command } from 'commander';
import { contextOf } from '../context.ts';
import { count } from './questions.ts';

type AnalysisType = 'item_flaws';

/** Commands to dismiss what an analysis has reported. */
export function addDismissals(program: Command): void {
  addDuplicates(program);
  addRows(program);
}

function addDuplicates(program: Command): void {
  const duplicate = program
    .command('duplicate')
    .summary('dismiss pairs that are not duplicates')
    .description('dismiss pairs that are not duplicates; `quaestor analysis run duplicates` finds pairs');
  duplicate
    .command('dismiss <id> <other>')
    .description('dismiss a pair of questions, so that analyses no longer report it')
    .option('--note <text>', 'reason')
    .action(async (id: string, other: string, { note }: { note?: string }, command: Command) => {
      const { quaestor, done, signal } = await contextOf(command);
      const reason = note === undefined ? {} : { reason: note };
      const made = await quaestor.dismissals.create(
        { analysis_type: 'duplicates', question_ids: [id, other], ...reason },
        { signal },
      );
      done(made, `Dismissed. To undo this: quaestor duplicate restore ${made.id}`);
    });
  duplicate
    .command('list')
    .description('list dismissed pairs')
    .option('--question <id>', 'only pairs with this question')
    .option('-n, --limit <count>', 'maximum number to show', '20')
    .action(async ({ question, limit }: { question?: string; limit: string }, command: Command) => {
      const { quaestor, show, signal } = await contextOf(command);
      const query = { analysis_type: 'duplicates', ...(question !== undefined && { question_id: question }) } as const;
      const rows = await quaestor.dismissals.list(query, { signal }).toArray(count(limit));
      show(rows, ['id', 'question_ids', 'reason', 'created_by']);
    });
  duplicate
    .command('restore <dismissal>')
    .description('let analyses report a pair again')
    .action(async (id: string, _: object, command: Command) => {
      const { quaestor, done, signal } = await contextOf(command);
      await quaestor.dismissals.delete(id, { signal });
      done({ id, deleted: true }, 'Analyses will report the pair again.');
    });
}

interface RowFlags {
  question: string[];
  about?: string[];
  reason?: string;
}

function addRows(program: Command): void {
  const dismissal = program
    .command('dismissal')
    .summary('dismiss rows of analyses')
    .description('dismiss rows of analyses until their question is changed');
  dismissal
    .command('list')
    .description('list dismissed rows')
    .option('--type <type>', 'only this type of analysis')
    .option('--question <id>', 'only rows of this question')
    .option('-n, --limit <count>', 'maximum number to show', '20')
    .action(async (flags: { type?: string; question?: string; limit: string }, command: Command) => {
      const { quaestor, show, signal } = await contextOf(command);
      const query = {
        ...(flags.type !== undefined && { analysis_type: flags.type as AnalysisType }),
        ...(flags.question !== undefined && { question_id: flags.question }),
      };
      const rows = await quaestor.dismissals.list(query, { signal }).toArray(count(flags.limit));
      show(rows, ['id', 'analysis_type', 'question_id', 'about', 'reason']);
    });
  dismissal
    .command('create <type> <question...>')
    .description('dismiss the rows of a type of analysis about one question, or about several together')
    .option('--about <what...>', 'only some of them, such as rules of item_flaws')
    .option('--reason <text>', 'reason')
    .action(async (type: string, questions: string[], flags: Omit<RowFlags, 'question'>, command: Command) => {
      const { quaestor, done, signal } = await contextOf(command);
      const [first = ''] = questions;
      const made = await quaestor.dismissals.create(
        {
          analysis_type: type as AnalysisType,
          ...(questions.length === 1 ? { question_id: first } : { question_ids: questions }),
          ...(flags.about && { about: flags.about }),
          ...(flags.reason !== undefined && { reason: flags.reason }),
        },
        { signal },
      );
      done(made, `Dismissed. To undo this: quaestor dismissal delete ${made.id}`);
    });
  dismissal
    .command('delete <id>')
    .description('let analyses report the rows again')
    .action(async (id: string, _: object, command: Command) => {
      const { quaestor, done, signal } = await contextOf(command);
      await quaestor.dismissals.delete(id, { signal });
      done({ id, deleted: true }, 'Analyses will report the rows again.');
    });
}
