import { readdirSync } from 'node:fs';
import { sharedData } from '../../test/shared-data.ts';
import { exchangeFile, questionsOf, readAll, reportsOf } from './exchange.fixture.ts';
import { FormatError } from './format.ts';
import { guessFormat } from './guess.ts';
import { findFormat } from './index.ts';

export interface Outcome {
  folder: string;
  file: string;
  format: string;
  questions: number;
  reported: number;
  /** The codes of the reports, or why the file is rejected. */
  what: string;
}

const isInput = (name: string) => !/^(?:LICENSE|NOTICE|SOURCE|EXPECTED|README|canonical)/u.test(name);
const FOLDERS = ['equivalent_set_ccbysa', 'moodle_gpl3', 'qti12_canvas_mit', 'qti21_rqti_gpl3', 'qti30_longsight_mit'];

export function exchangeFiles(): { folder: string; file: string }[] {
  const more = readdirSync(sharedData('exchange', 'more'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `more/${name}`)
    .sort();
  return [...FOLDERS, ...more].flatMap((folder) =>
    readdirSync(sharedData('exchange', folder))
      .filter((file) => isInput(file) && !file.endsWith('.text2qti.txt'))
      .sort()
      .map((file) => ({ folder, file })),
  );
}

/** The outcome for every file of other programs, with its format guessed from its bytes and name. */
export async function outcomes(): Promise<Outcome[]> {
  const found: Outcome[] = [];
  for (const { folder, file } of exchangeFiles()) {
    const bytes = exchangeFile(folder, file);
    const format = guessFormat(bytes.subarray(0, 4096), file) ?? '';
    const read = findFormat(format)?.read;
    try {
      if (read === undefined) throw new FormatError('wrong_format', 'No format matches.');
      const rows = await readAll(read, bytes);
      const codes = [...new Set(reportsOf(rows).map(({ code }) => code))].sort();
      found.push({
        folder,
        file,
        format,
        questions: questionsOf(rows).length,
        reported: reportsOf(rows).length,
        what: codes.join(', '),
      });
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      found.push({ folder, file, format, questions: 0, reported: 0, what: `rejected: ${error.code}` });
    }
  }
  return found;
}

export const tableRow = ({ folder, file, format, questions, reported, what }: Outcome) => [
  `${folder}/${file}`,
  format,
  String(questions),
  String(reported),
  what,
];
