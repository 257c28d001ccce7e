import { writeFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import type { Analysis } from '../../../client/src/index.ts';
import type { Plot } from '../../../server/src/domain/analysis/plot.ts';
import { contextOf } from '../context.ts';
import { CommandError, EXIT } from '../exit.ts';
import { rowsTable } from '../result-rows.ts';
import { saveReply } from '../save-reply.ts';
import { say, width } from '../terminal.ts';
import { count } from './questions.ts';

const DEFAULT_ROWS = 20;
const MAX_PAGE = 1000;

interface RowsFlags {
  limit: string;
  where?: object;
  csv?: true;
  output?: string;
}

interface PlotFlags {
  output?: string;
  theme: 'light' | 'dark';
}

/** Adds the commands that show the results of an analysis. */
export function addResults(analysis: Command): void {
  analysis
    .command('rows <id>')
    .description('list the rows of a result, most important first')
    .option('-n, --limit <count>', 'maximum number to show', String(DEFAULT_ROWS))
    .option(
      '--where <name=value>',
      'filter, such as rule=negative_wording or severity=error (repeatable)',
      addParameter,
    )
    .option('--csv', 'write all rows as CSV')
    .option('-o, --output <path>', 'file for --csv (default: stdout)')
    .action(async (id: string, flags: RowsFlags, command: Command) => {
      const { quaestor, stream, isJson, signal } = await contextOf(command);
      if (flags.csv)
        return saveReply(await quaestor.analysis.itemsCsv(id, { ...flags.where }, { signal }), flags.output);
      const limit = count(flags.limit);
      const query = { ...flags.where, limit: Math.min(limit, MAX_PAGE) };
      const rows = await quaestor.analysis.items(id, query, { signal }).toArray(limit);
      if (isJson) for (const row of rows) stream(row);
      else {
        const { analysis_type } = await quaestor.analysis.get(id, { signal });
        if (rows.length === 0) return say('Nothing found.');
        process.stdout.write(`${rowsTable(analysis_type, rows)}\n`);
        say('All fields: --json, all rows: --csv');
        if (analysis_type === 'duplicates')
          say('Not the same? quaestor duplicate dismiss, with the ids of --json a.question_id,b.question_id');
      }
    });

  analysis
    .command('plot <id> [name]')
    .description('draw a plot in the terminal, or write it as SVG or PNG with -o; in a pipe, print its data as JSON')
    .option('-o, --output <path>', 'file to write, .svg or .png')
    .addOption(new Option('--theme <theme>', 'theme of the file').choices(['light', 'dark']).default('light'))
    .action(async (id: string, name: string | undefined, { output, theme }: PlotFlags, command: Command) => {
      const { quaestor, showOne, isJson, signal } = await contextOf(command);
      const plots = plotsOf(await quaestor.analysis.get(id, { signal }));
      const plot = choosePlot(plots, name);
      if (output !== undefined) {
        const ending = output.endsWith('.png') || name?.endsWith('.png') ? 'png' : 'svg';
        await writeFile(output, await quaestor.analysis.plot(id, `${plot.id}.${ending}`, { theme }, { signal }));
        say(`Wrote ${output}.`);
      } else if (isJson) showOne(plot);
      else {
        const { drawPlot } = await import('../terminal-plot.ts');
        process.stdout.write(`${drawPlot(plot, width())}\n`);
        const others = plots.filter((one) => one !== plot).map((one) => one.id);
        if (others.length > 0) say(`\nOther plots: ${others.join(', ')}. As a file: -o ${plot.id}.svg`);
      }
    });

  analysis
    .command('report <id>')
    .description('write a report as HTML, to read or print')
    .option('-o, --output <path>', 'file to write (default: stdout)')
    .action(async (id: string, { output }: { output?: string }, command: Command) => {
      const { quaestor, signal } = await contextOf(command);
      const page = await quaestor.analysis.report(id, { signal });
      if (output === undefined) process.stdout.write(page);
      else {
        await writeFile(output, page);
        say(`Wrote ${output}.`);
      }
    });
}

export function plotsOf({ result }: Analysis): Plot[] {
  return (result?.['plots'] ?? []) as Plot[];
}

function choosePlot(plots: readonly Plot[], name: string | undefined): Plot {
  const wanted = name?.replace(/\.(?:svg|png)$/u, '');
  const plot = wanted === undefined ? plots[0] : plots.find(({ id }) => id === wanted);
  if (plot !== undefined) return plot;
  const known = plots.map(({ id }) => id).join(', ') || 'none yet';
  throw new CommandError(`There is no plot "${wanted ?? ''}".`, EXIT.notFound, `Plots of this analysis: ${known}.`);
}

/** Parses `name=value`; a value that is JSON is parsed as JSON. */
export function addParameter(text: string, before: Record<string, unknown> = {}): Record<string, unknown> {
  const [name = '', ...rest] = text.split('=');
  const value = rest.join('=');
  try {
    return { ...before, [name]: JSON.parse(value) as unknown };
  } catch {
    return { ...before, [name]: value };
  }
}
