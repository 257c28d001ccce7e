import type { Question } from '../../domain/questions/question.ts';
import { say } from '../../domain/sentences/sentence.ts';
import type { Losses, Questions, WriteOptions } from '../format.ts';
import { joined } from '../shared/pieces.ts';
import { escapeText, isInvalidXml } from '../shared/xml-tree.ts';
import { writeZip, type ZipEntry } from '../shared/zip-write.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** The maximum number of rows of a sheet, including the header. */
const MAX_ROWS = 1_048_576;
const MAX_WRONG_COLUMNS = 20;

export type Cells = readonly (string | null)[];

export function writeXlsx(
  questions: Questions,
  losses: Losses,
  { wrongColumns = MAX_WRONG_COLUMNS }: WriteOptions = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  return writeWorkbook(questionRows(questions, losses, wrongColumns));
}

/** Writes a workbook of one sheet with text cells only, so that no program interprets them as formulas or dates. */
export async function* writeWorkbook(rows: AsyncIterable<Cells>): AsyncGenerator<Uint8Array, void, undefined> {
  async function* entries(): AsyncGenerator<ZipEntry, void, undefined> {
    yield {
      name: '[Content_Types].xml',
      content: `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    };
    yield {
      name: '_rels/.rels',
      content: `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    };
    yield {
      name: 'xl/workbook.xml',
      content: `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Questions" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    };
    yield {
      name: 'xl/_rels/workbook.xml.rels',
      content: `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    };
    yield { name: 'xl/worksheets/sheet1.xml', content: joined(sheet(rows)) };
  }
  yield* writeZip(entries());
}

async function* sheet(rows: AsyncIterable<Cells>): AsyncGenerator<string, void, undefined> {
  yield `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>`;
  for await (const cells of rows) yield row(cells);
  yield '</sheetData></worksheet>';
}

async function* questionRows(
  questions: Questions,
  losses: Losses,
  wrongColumns: number,
): AsyncGenerator<Cells, void, undefined> {
  const wrong = Array.from({ length: wrongColumns }, (_, index) => `incorrect_answer_${index + 1}`);
  yield [
    ...[
      'id',
      'external_id',
      'question_text',
      'correct_answer',
      'category',
      'topic_focus',
      'difficulty',
      'accepted_answers',
    ],
    ...wrong,
    ...['tags', 'language', 'status', 'explanation', 'source', 'license'],
  ];
  let rows = 1;
  for await (const question of questions) {
    if (rows === MAX_ROWS) losses.skip(question.id, say('export.max_rows', { max: MAX_ROWS }));
    else if (isInvalidXml(JSON.stringify(question))) losses.skip(question.id, say('export.invalid_xml'));
    else {
      rows += 1;
      if (question.incorrect_answers.length > wrongColumns) losses.drop('incorrect_answers');
      yield cellsOf(question, wrongColumns);
    }
  }
}

function cellsOf(question: Question, wrongColumns: number): (string | null)[] {
  const list = (texts: readonly string[]) => (texts.length === 0 ? null : JSON.stringify(texts));
  const { id, external_id, question_text, correct_answer, category, topic_focus, difficulty } = question;
  return [
    ...[
      id,
      external_id,
      question_text,
      correct_answer,
      category,
      topic_focus,
      String(difficulty),
      list(question.accepted_answers),
    ],
    ...Array.from({ length: wrongColumns }, (_, index) => question.incorrect_answers[index] ?? null),
    ...[
      list(question.tags),
      question.language,
      question.status,
      question.explanation,
      question.source,
      question.license,
    ],
  ];
}

function row(cells: Cells): string {
  const written = cells.map((text) =>
    text === null
      ? '<c/>'
      : `<c t="inlineStr"><is><t xml:space="preserve">${escapeText(escapeControls(text))}</t></is></c>`,
  );
  return `<row>${written.join('')}</row>`;
}

/** Escapes texts that look like the escape of a control character. */
const escapeControls = (text: string) => text.replace(/_(?=x[\dA-Fa-f]{4}_)/gu, '_x005F_');
