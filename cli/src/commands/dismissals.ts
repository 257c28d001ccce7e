import type { Command } from 'commander';
import { contextOf } from '../context.ts';
import { count } from './questions.ts';

type AnalysisType = 'item_flaws';

/** What an analysis has found and somebody has looked at: it is fine. */
export function addDismissals(program: Command): void {
  addDuplicates(program);
  addRows(program);
}

function addDuplicates(program: Command): void {
  const duplicate = program
    .command('duplicate')
    .summary('pairs that look alike and are not the same')
    .description('pairs that look alike and are not the same; `quaestor analysis run duplicates` finds them');
  duplicate
    .command('dismiss <id> <other>')
    .description('two questions that are not the same: analyses no longer show them')
    .option('--note <text>', 'why')
    .action(async (id: string, other: string, { note }: { note?: string }, command: Command) => {
      const { quaestor, done, signal } = await contextOf(command);
      const reason = note === undefined ? {} : { note };
      const made = await quaestor.duplicates.create({ question_ids: [id, other], ...reason }, { signal });
      done(made, `Dismissed. To take it back: quaestor duplicate restore ${made.id}`);
    });
  duplicate
    .command('list')
    .description('pairs that were dismissed')
    .option('--question <id>', 'with this question')
    .option('-n, --limit <count>', 'as many at most', '20')
    .action(async ({ question, limit }: { question?: string; limit: string }, command: Command) => {
      const { quaestor, show, signal } = await contextOf(command);
      const query = question === undefined ? {} : { question_id: question };
      const rows = await quaestor.duplicates.list(query, { signal }).toArray(count(limit));
      show(rows, ['id', 'question_ids', 'note', 'created_by']);
    });
  duplicate
    .command('restore <dismissal>')
    .description('let analyses show a pair again')
    .action(async (id: string, _: object, command: Command) => {
      const { quaestor, done, signal } = await contextOf(command);
      await quaestor.duplicates.delete(id, { signal });
      done({ id, deleted: true }, 'Analyses show the pair again.');
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
    .summary('rows of analyses that are fine')
    .description('rows of analyses that are fine, until their question is changed');
  dismissal
    .command('list')
    .description('those there are')
    .option('--type <type>', 'of this type of analysis')
    .option('--question <id>', 'of this question')
    .option('-n, --limit <count>', 'as many at most', '20')
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
    .description('rows of a type of analysis about one question, or about several together')
    .option('--about <what...>', 'only these, such as the rules of item_flaws')
    .option('--reason <text>', 'why it is fine')
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
      done(made, `Dismissed. To take it back: quaestor dismissal delete ${made.id}`);
    });
  dismissal
    .command('delete <id>')
    .description('let analyses show its rows again')
    .action(async (id: string, _: object, command: Command) => {
      const { quaestor, done, signal } = await contextOf(command);
      await quaestor.dismissals.delete(id, { signal });
      done({ id, deleted: true }, 'Analyses show its rows again.');
    });
}
