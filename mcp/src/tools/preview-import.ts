import type { Import, ImportOptions } from '../../../client/src/index.ts';
import { bounded } from '../text.ts';
import { type Call, type Tool, tool } from '../tool.ts';

const MAX_TEXT = 100_000;
const MAX_WAIT_MS = 10_000;
const SHOWN = 5;
const REPORTS = 20;

interface Preview {
  text: string;
  format?: 'csv' | 'jsonl' | 'gift' | 'aiken' | 'pasted' | 'moodle-xml' | 'opentdb' | 'anki';
  defaults?: Record<string, unknown>;
  category_map?: Record<string, string>;
  difficulty_map?: Record<string, number>;
  field_map?: Record<string, string | null>;
  header_row?: number;
  columns?: (string | null)[];
}

export const previewImport: Tool = tool<Preview>({
  name: 'preview_import',
  title: 'Preview an import',
  description:
    `Checks pasted text as a file of questions (CSV, JSON Lines, GIFT, Aiken, Moodle XML, Anki, numbered questions of a document) and writes nothing. Returns how many questions would be created, the first ${SHOWN}, and the first ${REPORTS} errors with line and fix. ` +
    `Use it to get a file right before a person imports it. At most ${MAX_TEXT.toLocaleString('en')} characters; for larger files, use \`quaestor import --dry-run\`. Needs questions:write and questions:read.`,
  readOnly: true,
  properties: {
    text: { type: 'string', minLength: 1, maxLength: MAX_TEXT },
    format: {
      type: 'string',
      enum: ['csv', 'jsonl', 'gift', 'aiken', 'pasted', 'moodle-xml', 'opentdb', 'anki'],
      description: 'Detected from the text if omitted.',
    },
    defaults: {
      type: 'object',
      description: 'For fields that an item lacks: {"category": "Science", "difficulty": 1}.',
    },
    category_map: {
      type: 'object',
      maxProperties: 100,
      additionalProperties: { type: 'string', minLength: 1, maxLength: 100 },
      description: 'Maps names in the file to categories of the bank.',
    },
    difficulty_map: {
      type: 'object',
      maxProperties: 100,
      additionalProperties: { type: 'integer', minimum: 0, maximum: 2 },
      description: 'Maps levels as the file writes them: {"schwer": 2}.',
    },
    field_map: {
      type: 'object',
      maxProperties: 100,
      additionalProperties: { type: ['string', 'null'], maxLength: 100 },
      description: 'Maps field names in JSON Lines to fields of a question; null leaves one out.',
    },
    header_row: {
      type: 'integer',
      minimum: 0,
      maximum: 1000,
      description: 'The line of a CSV with the column names, 0 if it has none; detected if omitted.',
    },
    columns: {
      type: 'array',
      items: { type: ['string', 'null'], maxLength: 100 },
      maxItems: 50,
      description: 'The field in each column of a CSV; null leaves it out.',
    },
  },
  required: ['text'],
  run: async ({ text, ...given }, call) => {
    const file = new TextEncoder().encode(text);
    const query: ImportOptions = { ...given, dry_run: true, mode: 'valid_only' };
    const started = await call.quaestor.imports.create(file, query, call.options);
    const { id, status, format, counts, columns, preview, notes, repeats, error } = await finish(started, call);
    const { data: errors, pagination } = await call.quaestor.imports.reports(id, { limit: REPORTS }, call.options);
    const shown = {
      status,
      format,
      would_be: counts,
      columns,
      ...(error !== null && { error }),
      preview: preview.slice(0, SHOWN),
      notes: notes.slice(0, SHOWN),
      ...(repeats !== null && repeats.items.length > 0 && { repeats: repeats.items.slice(0, SHOWN) }),
      errors: errors.map(({ number, line, column, detail, fix, value }) => ({
        number,
        line,
        column,
        detail,
        fix,
        value,
      })),
      ...(pagination.has_more && { more_errors: `GET /imports/${id}/reports returns all of them.` }),
    };
    return [{ type: 'text', text: bounded(shown, 'Try fewer lines at a time.') }];
  },
});

async function finish(started: Import, { quaestor, options }: Call): Promise<Import> {
  const tooLong = AbortSignal.timeout(MAX_WAIT_MS);
  const signal = AbortSignal.any([options.signal, tooLong]);
  return quaestor.imports.wait(started, { ...options, signal }).catch((error: unknown) => {
    if (!tooLong.aborted) throw error;
    throw new Error('The text is still being checked. Try again in a minute.', { cause: error });
  });
}
