import { MAX_CATEGORY_NAME_LENGTH } from '../domain/categories.ts';
import { ellipsize } from '../domain/text/ellipsize.ts';
import type { QuestionRow, ReportRow } from './format.ts';
import { writeCategoryPath } from './shared/category-path.ts';

/** How rejected items are combined into a file that can be fixed and imported again. */
interface RejectsFile {
  /** The format of the file. */
  format: 'csv' | 'jsonl' | 'opentdb' | 'gift' | 'moodle-xml' | 'aiken' | 'pasted' | 'anki';
  mediaType: string;
  extension: string;
  start: (header: string) => string;
  between: string;
  end: string;
}

const TABLE: RejectsFile = {
  format: 'csv',
  mediaType: 'text/csv',
  extension: 'csv',
  start: (header) => (header === '' ? '' : `${header}\r\n`),
  between: '\r\n',
  end: '\r\n',
};
const LINES: RejectsFile = {
  format: 'jsonl',
  mediaType: 'application/jsonl',
  extension: 'jsonl',
  start: () => '',
  between: '\n',
  end: '\n',
};
const BLOCKS = { mediaType: 'text/plain', extension: 'txt', start: () => '', between: '\n\n', end: '\n' };

const FILES: Readonly<Record<string, RejectsFile>> = {
  jsonl: LINES,
  opentdb: {
    format: 'opentdb',
    mediaType: 'application/json',
    extension: 'json',
    start: () => '{"response_code":0,"results":[',
    between: ',\n',
    end: ']}\n',
  },
  gift: { ...BLOCKS, format: 'gift' },
  aiken: { ...BLOCKS, format: 'aiken' },
  pasted: { ...BLOCKS, format: 'pasted' },
  anki: {
    ...BLOCKS,
    format: 'anki',
    start: (header) => (header === '' || header.endsWith('\n') ? header : `${header}\n`),
    between: '\n',
  },
  'moodle-xml': {
    format: 'moodle-xml',
    mediaType: 'application/xml',
    extension: 'xml',
    start: () => '<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n',
    between: '\n',
    end: '\n</quiz>\n',
  },
  qti: LINES,
  'qti-package': LINES,
  'qti-2.1': LINES,
  'qti-3.0': LINES,
};

/** The media types that a file of rejected items can have. */
export const REJECTS_MEDIA_TYPES = [...new Set([TABLE, ...Object.values(FILES)].map(({ mediaType }) => mediaType))];

/** The file for a few items of a format: tables become CSV, and QTI becomes JSON Lines of what was read. */
export function rejectsFileOf(format: string): RejectsFile {
  return FILES[format] ?? TABLE;
}

/** A rejected item as it is returned, with its category in the file. */
export function rejectedText(format: string, row: QuestionRow | ReportRow): string {
  const file = rejectsFileOf(format);
  if (file === LINES && format !== 'jsonl')
    return row.kind === 'question' ? JSON.stringify(row.draft) : JSON.stringify({ question_text: row.value });
  if (row.kind !== 'question') return row.raw;
  if (format === 'gift' || format === 'moodle-xml') {
    const { category, topic_focus } = row.draft;
    const topic = typeof topic_focus === 'string' ? ellipsize(topic_focus, MAX_NAME) : null;
    const path = typeof category === 'string' ? writeCategoryPath(ellipsize(category, MAX_NAME), topic) : undefined;
    if (path === undefined) return row.raw;
    if (format === 'gift') return `$CATEGORY: ${path}\n\n${row.raw}`;
    const text = path.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    return `<question type="category"><category><text>${text}</text></category></question>\n${row.raw}`;
  }
  return row.raw;
}

/**
 * The source file contains a name once, but this text repeats it with each item. Long names are truncated. The rest is
 * still too long for a category, so the item is rejected again.
 */
const MAX_NAME = 2 * MAX_CATEGORY_NAME_LENGTH;
