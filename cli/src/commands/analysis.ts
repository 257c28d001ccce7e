import type { Command } from 'commander';
import { type Analysis, AnalysisEndedError, type AnalysisRequest } from '../../../client/src/index.ts';
import { confirm } from '../ask.ts';
import { wrap } from '../columns.ts';
import { type Context, contextOf } from '../context.ts';
import { CANCELING, CommandError, EXIT } from '../exit.ts';
import { type FilterFlags, filterOf, withFilter } from '../filters.ts';
import { findingWriter, terminalLanguage } from '../language.ts';
import { ProgressBar } from '../progress-bar.ts';
import { rowsTable } from '../result-rows.ts';
import { colour, harmless, say, width } from '../terminal.ts';
import { addParameter, addResults, plotsOf } from './analysis-results.ts';
import { count } from './questions.ts';

const ROWS = 20;

interface RunFlags extends FilterFlags {
  param?: Record<string, unknown>;
  wait: boolean;
}

export function addAnalyses(program: Command): void {
  const analysis = program.command('analysis').alias('a').description('find out what is wrong with a bank');

  analysis
    .command('types')
    .description('list the types of analysis')
    .action(async (_: object, command: Command) => {
      const { quaestor, show, signal } = await contextOf(command);
      show((await quaestor.analysis.types({ signal })).data, ['analysis_type', 'title', 'description']);
    });

  withFilter(analysis.command('run <type>').description('run an analysis and wait for its findings'))
    .option('-p, --param <name=value>', 'parameter of the type (repeatable)', addParameter)
    .option('--no-wait', 'do not wait for the result')
    .action(async (type: string, flags: RunFlags, command: Command) => {
      const context = await contextOf(command);
      const request = {
        analysis_type: type,
        filter: filterOf(flags),
        parameters: flags.param ?? {},
      } as AnalysisRequest;
      const started = await context.quaestor.analysis.run(request); // the id is needed to cancel it
      if (!flags.wait) return context.showOne({ id: started.id, status: started.status });
      const ended = await finish(context, started).catch(async (error: unknown) => {
        if (!context.signal.aborted) throw error;
        say(CANCELING);
        await context.quaestor.analysis.cancel(started.id);
        const again = `To run it again: quaestor analysis run ${type}`;
        throw new CommandError(`Canceled ${started.id}.`, EXIT.canceled, again);
      });
      await present(context, ended);
    });

  analysis
    .command('watch <id>')
    .description('wait for a running analysis')
    .action(async (id: string, _: object, command: Command) => {
      const context = await contextOf(command);
      const ended = await finish(context, { id }).catch((error: unknown) => {
        if (!context.signal.aborted) throw error;
        const again = `To wait again: quaestor analysis watch ${id}`;
        throw new CommandError('The analysis continues.', EXIT.canceled, again);
      });
      await present(context, ended);
    });

  analysis
    .command('list')
    .description('list analyses, newest first')
    .option('-n, --limit <count>', 'maximum number to show', String(ROWS))
    .action(async ({ limit }: { limit: string }, command: Command) => {
      const { quaestor, show, signal } = await contextOf(command);
      const rows = await quaestor.analysis
        .list({ limit: Math.min(count(limit), 100) }, { signal })
        .toArray(count(limit));
      show(rows, ['id', 'analysis_type', 'status', 'question_count', 'created_at']);
    });

  analysis
    .command('get <id>')
    .description('show an analysis with its findings')
    .action(async (id: string, _: object, command: Command) => {
      const context = await contextOf(command);
      await present(context, await context.quaestor.analysis.get(id, { signal: context.signal }));
    });

  analysis
    .command('cancel <id>')
    .description('cancel a running analysis')
    .action(async (id: string, _: object, command: Command) => {
      const { quaestor, done } = await contextOf(command);
      done(await quaestor.analysis.cancel(id), `Canceled ${id}.`);
    });

  analysis
    .command('compare <id> [other]')
    .description('show what is new and what is gone since the previous run, or since another one')
    .action(async (id: string, other: string | undefined, _: object, command: Command) => {
      const { quaestor, showOne, signal } = await contextOf(command);
      showOne(await quaestor.analysis.comparison(id, other === undefined ? {} : { with: other }, { signal }));
    });

  analysis
    .command('delete <id>')
    .description('delete an analysis and its result')
    .action(async (id: string, _: object, command: Command) => {
      const { quaestor, flags, done, signal } = await contextOf(command);
      await confirm(flags, `${id} and its rows will be deleted.`);
      await quaestor.analysis.delete(id, { signal });
      done({ id, deleted: true }, `Deleted ${id}.`);
    });

  addResults(analysis);
}

async function finish({ quaestor, signal }: Context, { id }: Pick<Analysis, 'id'>): Promise<Analysis> {
  const bar = new ProgressBar('analysis');
  const onProgress = ({ progress }: Analysis) => bar.show(progress.completed, progress.total);
  try {
    return await quaestor.analysis.wait({ id }, { signal, onProgress });
  } catch (error) {
    if (error instanceof AnalysisEndedError) throw new CommandError(error.message);
    throw error;
  } finally {
    bar.end();
  }
}

const SIGNS = { error: ['red', '✗'], warning: ['yellow', '!'], info: ['cyan', '·'] } as const;
const SAMPLE_ROWS = 5;

/** Prints the findings, the first rows, and further commands. */
async function present({ quaestor, showOne, isJson, signal }: Context, run: Analysis): Promise<void> {
  if (isJson) return showOne(run);
  const columns = width();
  const indented = (text: string, indent: string) => wrap(text, columns - indent.length).join(`\n${indent}`);
  const write = findingWriter(terminalLanguage(process.env));
  for (const finding of run.findings ?? []) {
    const [tone, sign] = SIGNS[finding.severity];
    const { text, next_step } = write(finding);
    process.stdout.write(`${colour(tone, sign, 'out')} ${indented(harmless(text), '  ')}\n`);
    if (next_step !== null)
      process.stdout.write(`    ${colour('dim', indented(harmless(next_step), '    '), 'out')}\n`);
  }
  if (run.status !== 'succeeded') return say(`It is ${run.status}. To wait for it: quaestor analysis watch ${run.id}`);
  const rows = await quaestor.analysis.items(run.id, { limit: SAMPLE_ROWS }, { signal });
  if (rows.data.length > 0) process.stdout.write(`\n${rowsTable(run.analysis_type, rows.data)}\n`);
  const [where] = (run.findings ?? []).flatMap(({ items }) => filterIn(items));
  const plots = plotsOf(run).map(({ id }) => id);
  say(`\nRows    quaestor analysis rows ${run.id}${where === undefined ? '' : ` --where ${where}`}`);
  if (plots[0] !== undefined) say(`Plots   quaestor analysis plot ${run.id} ${plots[0]}`);
  if (plots.length > 1) say(`        also ${indented(plots.slice(1).join(', '), '        ')}`);
  say(`Report  quaestor analysis report ${run.id} -o report.html`);
}

/** Formats a finding's rows as an argument for `--where`, such as "rule=negative_wording". */
function filterIn(items: string | null): string[] {
  const filter = items?.split('?')[1];
  return filter === undefined || filter.includes('&') ? [] : [decodeURIComponent(filter)];
}
