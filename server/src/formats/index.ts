import { readAiken, writeAiken } from './aiken/aiken.ts';
import { readAnki, writeAnki } from './anki/anki.ts';
import { writeBlooket } from './blooket/write.ts';
import { readCsv, writeCsv } from './csv/csv.ts';
import type { Reader, Writer } from './format.ts';
import { readGift } from './gift/gift.ts';
import { writeGift } from './gift/write.ts';
import { writeGimkit } from './gimkit/write.ts';
import { writeHuggingFace, writeLighteval } from './hugging-face/hugging-face.ts';
import { writeInspect, writeInspectFree } from './inspect/inspect.ts';
import { readJsonl, writeJsonl } from './jsonl/jsonl.ts';
import { writeKahoot } from './kahoot/write.ts';
import { writeLmEval, writeLmEvalFree } from './lm-eval/lm-eval.ts';
import { readMoodleXml } from './moodle-xml/moodle-xml.ts';
import { writeMoodleXml } from './moodle-xml/write.ts';
import { writeOpenaiEvals } from './openai-evals/openai-evals.ts';
import { readOpentdb } from './opentdb/opentdb.ts';
import { writeOpentdb } from './opentdb/write.ts';
import { readPasted } from './pasted/pasted.ts';
import { writeQti12 } from './qti-1.2/write.ts';
import { writeQti3, writeQti21 } from './qti-2-3/write.ts';
import { readQtiPackage } from './qti-package/qti-package.ts';
import { readQtiXml } from './qti-package/qti-xml.ts';
import { writeQuestionSheet } from './question-sheet/question-sheet.ts';
import { writeQuizizz } from './quizizz/write.ts';
import { plainKinds } from './shared/plain-kinds.ts';
import { readSheet } from './shared/sheet.ts';
import { writeXlsx } from './xlsx/write.ts';
import { readXlsx } from './xlsx/xlsx.ts';

export interface Format {
  /** The value of `?format=`. */
  name: string;
  title: string;
  /** The first one is the media type of exports. */
  mediaTypes: readonly string[];
  extensions: readonly string[];
  read?: Reader;
  write?: Writer;
  /** Set if a file is valid after any of its questions, so that more can be appended. */
  continues?: true;
}

const JSONL = ['application/jsonl', 'application/x-ndjson'];
const ZIP = ['application/zip'];
const WORKBOOK = ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'];
const CSV = ['text/csv'];
const TEXT = ['text/plain'];
const XML = ['application/xml', 'text/xml'];

/** All formats. Those that are only written are presets for other programs. */
export const FORMATS = [
  {
    name: 'jsonl',
    title: 'JSON Lines',
    mediaTypes: JSONL,
    extensions: ['jsonl', 'ndjson'],
    read: readJsonl,
    write: writeJsonl,
    continues: true,
  },
  {
    name: 'csv',
    title: 'CSV',
    mediaTypes: CSV,
    extensions: ['csv', 'tsv'],
    read: readCsv,
    write: plainKinds(writeCsv),
    continues: true,
  },
  {
    name: 'xlsx',
    title: 'Excel workbook',
    mediaTypes: WORKBOOK,
    extensions: ['xlsx'],
    read: readXlsx,
    write: plainKinds(writeXlsx),
  },
  {
    name: 'opentdb',
    title: 'OpenTDB JSON',
    mediaTypes: ['application/json'],
    extensions: ['json'],
    read: readOpentdb,
    write: plainKinds(writeOpentdb),
  },
  {
    name: 'gift',
    title: 'Moodle GIFT',
    mediaTypes: TEXT,
    extensions: ['gift', 'txt'],
    read: readGift,
    write: plainKinds(writeGift),
  },
  {
    name: 'moodle-xml',
    title: 'Moodle XML',
    mediaTypes: XML,
    extensions: ['xml'],
    read: readMoodleXml,
    write: plainKinds(writeMoodleXml),
  },
  {
    name: 'aiken',
    title: 'Aiken',
    mediaTypes: TEXT,
    extensions: ['txt'],
    read: readAiken,
    write: plainKinds(writeAiken),
  },
  { name: 'pasted', title: 'Text of a word processor', mediaTypes: TEXT, extensions: ['txt'], read: readPasted },
  {
    name: 'anki',
    title: 'Anki text',
    mediaTypes: TEXT,
    extensions: ['txt'],
    read: readAnki,
    write: plainKinds(writeAnki),
  },
  { name: 'qti', title: 'QTI, one file', mediaTypes: XML, extensions: ['xml'], read: readQtiXml },
  {
    name: 'qti-package',
    title: 'QTI package or Common Cartridge',
    mediaTypes: ZIP,
    extensions: ['zip', 'imscc'],
    read: readQtiPackage,
  },
  {
    name: 'qti-1.2',
    title: 'QTI 1.2 package (Canvas)',
    mediaTypes: ZIP,
    extensions: ['zip'],
    read: readQtiPackage,
    write: plainKinds(writeQti12),
  },
  {
    name: 'qti-2.1',
    title: 'QTI 2.1 package',
    mediaTypes: ZIP,
    extensions: ['zip'],
    read: readQtiPackage,
    write: plainKinds(writeQti21),
  },
  {
    name: 'qti-3.0',
    title: 'QTI 3.0 package',
    mediaTypes: ZIP,
    extensions: ['zip'],
    read: readQtiPackage,
    write: plainKinds(writeQti3),
  },
  {
    name: 'kahoot',
    title: 'Kahoot! sheet',
    mediaTypes: WORKBOOK,
    extensions: ['xlsx'],
    read: readSheet,
    write: plainKinds(writeKahoot),
  },
  {
    name: 'quizizz',
    title: 'Quizizz sheet',
    mediaTypes: WORKBOOK,
    extensions: ['xlsx', 'csv'],
    read: readSheet,
    write: plainKinds(writeQuizizz),
  },
  {
    name: 'blooket',
    title: 'Blooket sheet',
    mediaTypes: CSV,
    extensions: ['csv'],
    read: readSheet,
    write: plainKinds(writeBlooket),
  },
  {
    name: 'gimkit',
    title: 'Gimkit sheet',
    mediaTypes: CSV,
    extensions: ['csv'],
    read: readSheet,
    write: plainKinds(writeGimkit),
  },
  { name: 'openolat', title: 'OpenOLAT sheet', mediaTypes: WORKBOOK, extensions: ['xlsx', 'txt'], read: readSheet },
  {
    name: 'lm-eval',
    title: 'lm-evaluation-harness, choices',
    mediaTypes: JSONL,
    extensions: ['jsonl'],
    write: plainKinds(writeLmEval),
    continues: true,
  },
  {
    name: 'lm-eval-free',
    title: 'lm-evaluation-harness, free text',
    mediaTypes: JSONL,
    extensions: ['jsonl'],
    write: plainKinds(writeLmEvalFree),
    continues: true,
  },
  {
    name: 'inspect',
    title: 'Inspect, choices',
    mediaTypes: JSONL,
    extensions: ['jsonl'],
    write: plainKinds(writeInspect),
    continues: true,
  },
  {
    name: 'inspect-free',
    title: 'Inspect, free text',
    mediaTypes: JSONL,
    extensions: ['jsonl'],
    write: plainKinds(writeInspectFree),
    continues: true,
  },
  {
    name: 'openai-evals',
    title: 'OpenAI evals',
    mediaTypes: JSONL,
    extensions: ['jsonl'],
    write: plainKinds(writeOpenaiEvals),
    continues: true,
  },
  {
    name: 'hf',
    title: 'Hugging Face dataset',
    mediaTypes: JSONL,
    extensions: ['jsonl'],
    write: plainKinds(writeHuggingFace),
    continues: true,
  },
  {
    name: 'lighteval',
    title: 'lighteval',
    mediaTypes: JSONL,
    extensions: ['jsonl'],
    write: plainKinds(writeLighteval),
    continues: true,
  },
  {
    name: 'sheet',
    title: 'Printable question sheet',
    mediaTypes: ['text/html'],
    extensions: ['html'],
    write: plainKinds(writeQuestionSheet),
  },
] as const satisfies readonly Format[];

/** The formats that questions can be exported to. */
export const WRITTEN_FORMATS: readonly WrittenFormat[] = (FORMATS as readonly Format[]).filter(
  (format): format is WrittenFormat => format.write !== undefined,
);
export type WrittenFormat = Format & { write: Writer };

export type FormatName = (typeof FORMATS)[number]['name'];

export function findFormat(name: string): Format | undefined {
  return FORMATS.find((format) => format.name === name);
}
