import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { type Analysis, AnalysisEndedError, type AnalysisRequest } from '../../../client/src/index.ts';
import { type Context, contextOf } from '../context.ts';
import { CommandError, EXIT } from '../exit.ts';
import { type FilterFlags, filterOf, withFilter } from '../filters.ts';
import { ProgressBar } from '../progress-bar.ts';
import { colour, forPeople, harmless, say } from '../terminal.ts';
import { count } from './questions.ts';

const ROWS = 20;

interface RunFlags extends FilterFlags {
  param?: Record<string, unknown>;
  wait: boolean;
}

export function addAnalyses(program: Command): void {
  const analysis = program.command('analysis').alias('a').description('what is wrong with a bank');

  analysis
    .command('types')
    .description('what can be analysed')
    .action(async (_: object, command: Command) => {
      const { quaestor, show, signal } = await contextOf(command);
      show((await quaestor.analysis.types({ signal })).data, ['analysis_type', 'title', 'description']);
    });

  withFilter(analysis.command('run <type>').description('run one and wait for its findings'))
    .option('-p, --param <name=value>', 'a parameter of the type; repeatable', addParameter)
    .option('--no-wait', 'only start it')
    .action(async (type: string, flags: RunFlags, command: Command) => {
      const context = await contextOf(command);
      const request = {
        analysis_type: type,
        filter: filterOf(flags),
        parameters: flags.param ?? {},
      } as AnalysisRequest;
      const started = await context.quaestor.analysis.run(request, { signal: context.signal });
      if (!flags.wait) return context.showOne({ id: started.id, status: started.status });
      await present(context, await finish(context, started));
    });

  analysis
    .command('watch <id>')
    .description('wait for one that runs')
    .action(async (id: string, _: object, command: Command) => {
      const context = await contextOf(command);
      await present(context, await finish(context, { id }));
    });

  analysis
    .command('list')
    .description('those there are, the newest first')
    .option('-n, --limit <count>', 'as many at most', String(ROWS))
    .action(async ({ limit }: { limit: string }, command: Command) => {
      const { quaestor, show, signal } = await contextOf(command);
      const rows = await quaestor.analysis
        .list({ limit: Math.min(count(limit), 100) }, { signal })
        .toArray(count(limit));
      show(rows, ['id', 'analysis_type', 'status', 'question_count', 'created_at']);
    });

  analysis
    .command('get <id>')
    .description('one, with its findings')
    .action(async (id: string, _: object, command: Command) => {
      const context = await contextOf(command);
      await present(context, await context.quaestor.analysis.get(id, { signal: context.signal }));
    });

  analysis
    .command('rows <id>')
    .description('the rows of a result, what to do first before the others')
    .option('-n, --limit <count>', 'as many at most', String(ROWS))
    .option('--where <name=value>', 'such as rule=negative_wording or severity=error; repeatable', addParameter)
    .action(async (id: string, { limit, where }: { limit: string; where?: object }, command: Command) => {
      const { quaestor, stream, signal } = await contextOf(command);
      const query = { ...where, limit: Math.min(count(limit), 1000) };
      for (const row of await quaestor.analysis.items(id, query, { signal }).toArray(count(limit))) stream(row);
    });

  analysis
    .command('plot <id> <name>')
    .description('a picture as SVG or PNG: its name and ending, such as flaws-by-rule.svg')
    .requiredOption('-o, --output <path>', 'the file to write')
    .option('--theme <theme>', 'light or dark', 'light')
    .action(async (id: string, name: string, flags: { output: string; theme: 'light' | 'dark' }, command: Command) => {
      const { quaestor, signal } = await contextOf(command);
      const file = /\.(?:svg|png)$/u.test(name) ? name : `${name}.svg`;
      await writeFile(flags.output, await quaestor.analysis.plot(id, file, { theme: flags.theme }, { signal }));
      say(`Wrote ${flags.output}.`);
    });

  analysis
    .command('report <id>')
    .description('a page to read or print')
    .requiredOption('-o, --output <path>', 'the file to write')
    .action(async (id: string, { output }: { output: string }, command: Command) => {
      const { quaestor, signal } = await contextOf(command);
      await writeFile(output, await quaestor.analysis.report(id, { signal }));
      say(`Wrote ${output}.`);
    });

  analysis
    .command('cancel <id>')
    .description('end one that runs')
    .action(async (id: string, _: object, command: Command) => {
      const { quaestor } = await contextOf(command);
      await quaestor.analysis.cancel(id);
      say(`Canceled ${id}.`);
    });
}

function addParameter(text: string, before: Record<string, unknown> = {}): Record<string, unknown> {
  const [name = '', ...rest] = text.split('=');
  const value = rest.join('=');
  try {
    return { ...before, [name]: JSON.parse(value) as unknown };
  } catch {
    return { ...before, [name]: value };
  }
}

async function finish({ quaestor, signal }: Context, { id }: Pick<Analysis, 'id'>): Promise<Analysis> {
  const bar = new ProgressBar('analysis');
  const onProgress = ({ progress }: Analysis) => bar.show(progress.completed, progress.total);
  try {
    return await quaestor.analysis.wait({ id }, { signal, onProgress });
  } catch (error) {
    if (error instanceof AnalysisEndedError) throw new CommandError(error.message);
    if (!signal.aborted) throw error;
    throw new CommandError('It goes on without you.', EXIT.canceled, `To wait again: quaestor analysis watch ${id}`);
  } finally {
    bar.end();
  }
}

const SIGNS = { error: colour('red', '✗'), warning: colour('yellow', '!'), info: colour('cyan', '·') } as const;

/** Findings in words, and where to go from there. */
async function present({ showOne, flags }: Context, run: Analysis): Promise<void> {
  if (flags.json !== undefined || !forPeople.out) return showOne(run);
  for (const { severity, text, next_step } of run.findings ?? []) {
    process.stdout.write(`${SIGNS[severity]} ${harmless(text)}\n`);
    if (next_step !== null) process.stdout.write(`    ${colour('dim', harmless(next_step))}\n`);
  }
  const plots = ((run.result?.['plots'] ?? []) as { id: string }[]).map(({ id }) => id);
  say(`\nRows:   quaestor analysis rows ${run.id}`);
  if (plots[0] !== undefined)
    say(`Plots:  quaestor analysis plot ${run.id} ${plots[0]} -o ${plots[0]}.svg  (${plots.join(', ')})`);
  say(`Report: quaestor analysis report ${run.id} -o report.html`);
}
