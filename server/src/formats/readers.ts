import type { Reader } from './format.ts';

/**
 * The reader of each format, loaded separately: a thread starts for one file or a few, and loading all formats takes
 * 540 ms of processor time, compared with 70 to 120 ms for one.
 */
const READERS: Readonly<Record<string, () => Promise<Reader>>> = {
  jsonl: async () => (await import('./jsonl/jsonl.ts')).readJsonl,
  csv: async () => (await import('./csv/csv.ts')).readCsv,
  xlsx: async () => (await import('./xlsx/xlsx.ts')).readXlsx,
  opentdb: async () => (await import('./opentdb/opentdb.ts')).readOpentdb,
  gift: async () => (await import('./gift/gift.ts')).readGift,
  'moodle-xml': async () => (await import('./moodle-xml/moodle-xml.ts')).readMoodleXml,
  aiken: async () => (await import('./aiken/aiken.ts')).readAiken,
  pasted: async () => (await import('./pasted/pasted.ts')).readPasted,
  anki: async () => (await import('./anki/anki.ts')).readAnki,
  qti: async () => (await import('./qti-package/qti-xml.ts')).readQtiXml,
  ...shared(['qti-package', 'qti-1.2', 'qti-2.1', 'qti-3.0'], async () => {
    return (await import('./qti-package/qti-package.ts')).readQtiPackage;
  }),
  ...shared(['kahoot', 'quizizz', 'blooket', 'gimkit', 'openolat'], async () => {
    return (await import('./shared/sheet.ts')).readSheet;
  }),
};

function shared(names: readonly string[], load: () => Promise<Reader>) {
  return Object.fromEntries(names.map((name) => [name, load]));
}

export async function loadReader(format: string): Promise<Reader> {
  const load = READERS[format];
  if (load === undefined) throw new Error(`no reader for the format ${format}`);
  return load();
}
