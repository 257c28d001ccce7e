import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Import, ImportEndedError, type ImportOptions, type Quaestor } from '../../../client/src/index.ts';
import { type Context, contextOf } from '../context.ts';
import { CANCELING, CommandError, EXIT } from '../exit.ts';
import { type FilterFlags, filterOf, level, withFilter } from '../filters.ts';
import { withFlagNames } from '../flag-names.ts';
import { cutIntoParts, type Part } from '../parts.ts';
import { ProgressBar } from '../progress-bar.ts';
import { saveReply, withFormat } from '../save-reply.ts';
import { harmless, say } from '../terminal.ts';

interface ImportFlags {
  format?: NonNullable<ImportOptions['format']>;
  dryRun?: true;
  mode: NonNullable<ImportOptions['mode']>;
  onDuplicate: NonNullable<ImportOptions['on_duplicate']>;
  default?: Record<string, unknown>;
  sheet?: string;
  headerRow?: number;
  mapCategory?: Record<string, string>;
  mapLevel?: Record<string, number>;
  mapField?: Record<string, string | null>;
  createCategories?: true;
  rejects?: string;
  parts?: number;
}

const MODES = { all_or_nothing: 'all_or_nothing', valid_only: 'valid_only' } as const;
/** The names of earlier releases still work. */
const KNOWN_MODES: Readonly<Record<string, ImportFlags['mode']>> = {
  ...MODES,
  all: 'all_or_nothing',
  valid: 'valid_only',
};

function readMode(text: string): ImportFlags['mode'] {
  const mode = Object.hasOwn(KNOWN_MODES, text) ? KNOWN_MODES[text] : undefined;
  if (mode === undefined) throw new InvalidArgumentError(`It must be ${Object.keys(MODES).join(' or ')}.`);
  return mode;
}

const SHOWN_REPORTS = 20;

export function addFiles(program: Command): void {
  program
    .command('import <file>')
    .summary('import a file of questions')
    .description(
      'import a file of questions: CSV, Excel, Moodle, Canvas, QTI, GIFT, Aiken, Anki, OpenTDB, JSON Lines, pasted text',
    )
    .option('--format <name>', 'format of the file (default: detected)')
    .option('--dry-run', 'only check the file; write nothing')
    .addOption(
      new Option(
        '--mode <mode>',
        '"all_or_nothing", or "valid_only" to import the valid questions of a file with errors',
      )
        .choices(Object.keys(MODES))
        .argParser(readMode)
        .default('all_or_nothing'),
    )
    .addOption(
      new Option('--on-duplicate <what>', 'what to do with existing questions')
        .choices(['skip', 'update', 'create', 'reject'])
        .default('skip'),
    )
    .option('--default <field=value>', 'value for questions without the field (repeatable)', addDefault)
    .option('--sheet <name>', 'the only sheet of a workbook to read')
    .option('--header-row <number>', 'row of a table that has the column names (default: detected)', rowNumber)
    .option(
      '--map-category <name=category>',
      'category for a name in the file (repeatable)',
      addPair((name) => name),
    )
    .option('--map-level <name=level>', 'level for a name in the file (repeatable)', addPair(level))
    .option(
      '--map-field <name=field>',
      'field for a name in the file, nothing to leave it out (repeatable)',
      addPair((name) => (name === '' ? null : name)),
    )
    .option('--create-categories', 'create missing categories')
    .option('--rejects <path>', 'write rejected items to a file, to correct and import again')
    .option('--parts <MiB>', 'send a CSV or JSON Lines file that is too large for one import in parts', mebibytes)
    .action(async (file: string, flags: ImportFlags, command: Command) => {
      const context = await contextOf(command);
      await readable(file);
      if (flags.parts === undefined) await importPart(context, file, wholeFile(file), flags);
      else await importParts(context, file, flags.parts, flags);
    });

  program
    .command('undo <import>')
    .description('undo an import')
    .action(async (id: string, _: object, command: Command) => {
      const { quaestor, done, signal } = await contextOf(command);
      const undone = await untilUndone(quaestor, await quaestor.imports.revert(id, { signal }), signal);
      const { removed, restored, kept } = undone;
      done(undone, `${removed} deleted, ${restored} restored, ${kept} kept because they were changed since.`);
    });

  withFormat(withFilter(program.command('export').description('write questions to a file'))).action(
    async (flags: FilterFlags & { format: 'jsonl'; output?: string }, command: Command) => {
      const { quaestor, signal } = await contextOf(command);
      const query = { ...filterOf(flags), format: flags.format };
      await saveReply(await quaestor.questions.export(query, { signal }), flags.output);
    },
  );
}

function addDefault(text: string, before: Record<string, unknown> = {}): Record<string, unknown> {
  const [field = '', ...rest] = text.split('=');
  const value = rest.join('=');
  return { ...before, [field]: field === 'difficulty' ? level(value) : value };
}

function addPair<Value>(read: (text: string) => Value) {
  return (text: string, before: Record<string, Value> = {}): Record<string, Value> => {
    const at = text.lastIndexOf('=');
    if (at < 1) throw new InvalidArgumentError('It must have the form name=value.');
    return { ...before, [text.slice(0, at)]: read(text.slice(at + 1)) };
  };
}

function rowNumber(text: string): number {
  if (!/^\d{1,4}$/u.test(text)) throw new InvalidArgumentError('It must be a whole number; 0 if the table has none.');
  return Number(text);
}

async function readable(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) throw new CommandError(`There is no file ${file}.`, EXIT.notFound);
  if (!found.isFile()) throw new CommandError(`${file} is not a file.`, EXIT.usage);
}

function mebibytes(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError('It must be a number above 0.');
  return value;
}

const wholeFile = (file: string): Part => ({
  linesBefore: 0,
  read: () => Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>,
});

/** Imports the parts in sequence. With `--mode all_or_nothing`, a failed part undoes the earlier ones. */
async function importParts(context: Context, file: string, size: number, flags: ImportFlags): Promise<void> {
  const isTable = !/\.(?:jsonl|ndjson)$/iu.test(file) && flags.format !== 'jsonl';
  const parts = await cutIntoParts(file, { maxBytes: size * 2 ** 20, isTable });
  const done: Import[] = [];
  for (const [index, part] of parts.entries()) {
    say(`Part ${index + 1} of ${parts.length}, from line ${part.linesBefore + 1}:`);
    const ended = await importPart(context, file, part, { ...flags, ...numbered(flags.rejects, index + 1) });
    if (ended.status === 'succeeded') done.push(ended);
    else if (flags.mode === 'all_or_nothing') return undoImports(context, done);
  }
}

async function undoImports({ quaestor, signal }: Context, imports: readonly Import[]): Promise<void> {
  for (const { id } of imports.toReversed()) {
    await untilUndone(quaestor, await quaestor.imports.revert(id, { signal }), signal);
  }
  if (imports.length > 0) say('Undoing the earlier parts.');
}

/** The second part of rejects.csv is named rejects.2.csv. */
function numbered(file: string | undefined, part: number): Pick<ImportFlags, 'rejects'> {
  if (file === undefined) return {};
  const { dir, name, ext } = path.parse(file);
  return { rejects: path.join(dir, `${name}.${part}${ext}`) };
}

async function importPart(context: Context, file: string, part: Part, flags: ImportFlags): Promise<Import> {
  const ended = await upload(context, file, part, flags);
  await report(context, ended, part, flags);
  return ended;
}

async function upload({ quaestor, signal }: Context, file: string, part: Part, flags: ImportFlags): Promise<Import> {
  const bar = new ProgressBar(path.basename(file));
  const options: ImportOptions = {
    filename: path.basename(file),
    mode: flags.mode,
    on_duplicate: flags.onDuplicate,
    ...(flags.format && { format: flags.format }),
    ...(flags.dryRun && { dry_run: true }),
    ...(flags.default && { defaults: flags.default }),
    ...(flags.sheet !== undefined && { sheet: flags.sheet }),
    ...(flags.headerRow !== undefined && { header_row: flags.headerRow }),
    ...(flags.mapCategory && { category_map: flags.mapCategory }),
    ...(flags.mapLevel && { difficulty_map: flags.mapLevel }),
    ...(flags.mapField && { field_map: flags.mapField }),
    ...(flags.createCategories && { create_categories: true }),
  };
  let id = '';
  const onProgress = (current: Import) => {
    id = current.id;
    bar.show(current.progress.completed, current.progress.total);
  };
  try {
    return await quaestor.imports.upload(part.read(), options, { signal, onProgress });
  } catch (error) {
    if (error instanceof ImportEndedError) return error.import;
    if (signal.aborted && id !== '') {
      say(CANCELING);
      await quaestor.imports.cancel(id);
      throw new CommandError(`Canceled import ${id}: everything that it had written is reverted.`, EXIT.canceled);
    }
    throw error;
  } finally {
    bar.end();
  }
}

async function report(
  { quaestor, showOne, signal }: Context,
  ended: Import,
  { linesBefore }: Part,
  flags: ImportFlags,
): Promise<void> {
  const { id, counts, error, format } = ended;
  showOne({
    id,
    status: ended.status,
    format,
    ...(flags.dryRun ? expected(counts) : counts),
    ...(error && { error: withFlagNames(error.detail) }),
  });
  if (counts.rejected > 0) {
    const rows = await quaestor.imports.reports(id, { limit: SHOWN_REPORTS }, { signal }).toArray(SHOWN_REPORTS);
    for (const row of rows) {
      const column = row.column === null || row.cell !== null ? '' : `, ${row.column}`;
      say(harmless(`${placeOf(row, linesBefore)}${column}: ${row.detail}\n    ${withFlagNames(row.fix)}`));
    }
    if (rows.length === SHOWN_REPORTS && counts.rejected > rows.length)
      say(`For all errors: quaestor api GET /imports/${id}/reports`);
  }
  if (counts.rejected > 0 && flags.rejects !== undefined) {
    await saveReply(await quaestor.imports.rejects(id, { signal }), flags.rejects);
  }
  say(nextStep(ended, flags));
  if (ended.status !== 'succeeded') process.exitCode = EXIT.failure;
  else if (counts.rejected > 0) process.exitCode = EXIT.partly;
}

/** A dry run writes nothing, so its counts are what an import would do. */
function expected({ created, updated, ...counts }: Import['counts']) {
  return { dry_run: true, would_create: created, would_update: updated, ...counts };
}

type Report = Awaited<ReturnType<Quaestor['imports']['reports']>>['data'][number];

/** Describes a row's place in the file. */
function placeOf({ line, sheet, cell, row, file, item, number }: Report, linesBefore: number): string {
  if (line !== null) return `line ${line + linesBefore}`;
  const inSheet = sheet === null ? '' : `${sheet}, `;
  if (cell !== null) return `${inSheet}cell ${cell}`;
  if (row !== null) return `${inSheet}row ${row}`;
  return [file, item ?? `item ${number}`].filter((part) => part !== null).join(', ');
}

function nextStep({ id, status, counts, error }: Import, { dryRun, mode }: ImportFlags): string {
  if (error?.code === 'missing_defaults') return 'Set them: --default category=Science --default difficulty=basic';
  if (counts.rejected > 0 && mode === 'all_or_nothing')
    return 'Nothing was written. To import the others: --mode valid_only --rejects rejects.csv';
  if (dryRun) return 'Nothing was written: --dry-run';
  if (status === 'succeeded' && counts.created + counts.updated > 0) return `To undo it: quaestor undo ${id}`;
  return 'Nothing was changed.';
}

async function untilUndone(quaestor: Quaestor, begun: Import, signal: AbortSignal) {
  const { undo } = await quaestor.imports.waitForUndo(begun, { signal });
  if (undo?.status !== 'succeeded') throw new CommandError('The import could not be undone.');
  return undo;
}
