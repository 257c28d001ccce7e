import { guessSeparator } from './csv/scanner.ts';
import { FORMATS, type FormatName } from './index.ts';
import { beginsNumbered, looksPasted } from './pasted/recognize.ts';
import { guessEncoding } from './shared/decode.ts';

/** The number of bytes examined; no rule needs more. */
const MAX_START = 16 * 1024;

/**
 * Guesses the format of a file by its first bytes, then by its media type, then by its name. Undefined if nothing
 * matches, so that the caller must specify it.
 */
export function guessFormat(bytes: Uint8Array, fileName = '', contentType = ''): FormatName | undefined {
  const start = bytes.subarray(0, MAX_START);
  const extension = /\.([a-z\d]{1,10})$/iu.exec(fileName)?.[1]?.toLowerCase() ?? '';
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (start[0] === 0x50 && start[1] === 0x4b) return guessPackage(start, extension, type);
  const { encoding } = guessEncoding(start, false);
  const text = new TextDecoder(encoding).decode(start).trimStart();
  if (text.startsWith('<')) return guessXml(text);
  if (text.startsWith('{') || text.startsWith('[')) return guessJson(text) ?? byType(type) ?? byExtension(extension);
  return (
    byType(type) ?? (extension === 'csv' || extension === 'tsv' ? 'csv' : guessText(text)) ?? byExtension(extension)
  );
}

function guessPackage(start: Uint8Array, extension: string, type: string): FormatName {
  const names = Buffer.from(start).toString('latin1');
  if (extension === 'xlsx' || type.endsWith('.sheet') || names.includes('xl/') || names.includes('[Content_Types].xml'))
    return 'xlsx';
  return 'qti-package';
}

function guessXml(text: string): FormatName | undefined {
  const root = /<(?:[\w.-]{1,50}:)?(quiz|questestinterop|assessmentItem|qti-assessment-item)[\s/>]/u.exec(text)?.[1];
  if (root === undefined) return undefined;
  return root === 'quiz' ? 'moodle-xml' : 'qti';
}

function guessJson(text: string): FormatName | undefined {
  if (text.startsWith('{"response_code"') || /^\{\s*"response_code"/u.test(text)) return 'opentdb';
  if (text.startsWith('[') && text.includes('"incorrect_answers"')) return 'opentdb';
  return /^\{.{1,16000}\}\s*(?:\n|$)/u.test(text) || text.includes('"question_text"') ? 'jsonl' : undefined;
}

function guessText(text: string): FormatName | undefined {
  if (/^#(?:separator|html|notetype|deck|columns|tags)[ a-z]{0,20}:/u.test(text)) return 'anki';
  const isAiken = /^ANSWER: ?[A-Z]/mu.test(text) && /^[A-Z][).][ \t]/mu.test(text);
  if (isAiken && !beginsNumbered(text)) return 'aiken';
  if (/^Typ(?:e)?\t/iu.test(text)) return 'openolat';
  const braces = /\{([^{}]{0,4000})\}/u.exec(text)?.[1];
  const answers = braces !== undefined && (braces.trim() === '' || /[=~#]|^\s*[TF]/u.test(braces));
  if (/^\$CATEGORY:|^::|^\/\/ /mu.test(text) || answers) return 'gift';
  if (looksPasted(text)) return 'pasted';
  const { separator } = guessSeparator(text);
  return text.includes(separator) ? 'csv' : undefined;
}

/** Media types of a single format that no program sends by default. */
function byType(type: string): FormatName | undefined {
  const found = FORMATS.filter(({ mediaTypes }) => (mediaTypes as readonly string[]).includes(type));
  if (type === 'text/plain' || type === 'application/json') return undefined;
  return found[0]?.name;
}

function byExtension(extension: string): FormatName | undefined {
  const found = FORMATS.find(
    (format) => 'read' in format && (format.extensions as readonly string[]).includes(extension),
  );
  return extension === 'txt' || extension === 'xml' ? undefined : found?.name;
}
