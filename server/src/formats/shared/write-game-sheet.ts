import { optionsOf } from '../../domain/questions/options.ts';
import type { Question, QuestionField } from '../../domain/questions/question.ts';
import { Sentence, say } from '../../domain/sentences/sentence.ts';
import { quote } from '../csv/csv.ts';
import type { Losses, Questions, Writer } from '../format.ts';
import { type Cells, writeWorkbook } from '../xlsx/write.ts';
import { joined } from './pieces.ts';
import { isInvalidXml } from './xml-tree.ts';

/** How questions become rows of the sheet of a game. */
interface WrittenSheet {
  /** The rows above the questions. */
  head: readonly Cells[];
  /**
   * The cells of a question; `number` counts the questions in the sheet, from 1. A sentence is the reason for skipping
   * it.
   */
  row: (question: Question, number: number, losses: Losses) => Cells | Sentence;
  /** The fields that a row cannot represent. */
  drops: readonly QuestionField[];
}

/** Writes a workbook. */
export function gameWorkbook(sheet: WrittenSheet): Writer {
  return (questions, losses) => writeWorkbook(rowsOf(sheet, questions, losses, true));
}

/** Writes CSV. */
export function gameCsv(sheet: WrittenSheet): Writer {
  return async function* write(questions, losses) {
    async function* lines() {
      for await (const cells of rowsOf(sheet, questions, losses, false))
        yield `${cells.map((cell) => quote(cell ?? '')).join(',')}\r\n`;
    }
    yield* joined(lines());
  };
}

async function* rowsOf(
  { head, row, drops }: WrittenSheet,
  questions: Questions,
  losses: Losses,
  isXml: boolean,
): AsyncGenerator<Cells, void, undefined> {
  yield* head;
  let number = 1;
  for await (const question of questions) {
    const cells =
      isXml && isInvalidXml(JSON.stringify(question)) ? say('export.invalid_xml') : row(question, number, losses);
    if (cells instanceof Sentence) losses.skip(question.id, cells);
    else {
      losses.dropAll(question, drops);
      number += 1;
      yield cells;
    }
  }
}

export const NO_FIELDS = [
  'category',
  'topic_focus',
  'difficulty',
  'tags',
  'language',
  'source',
  'license',
  'external_id',
  'status',
] as const satisfies readonly QuestionField[];

interface Choice {
  /** The options in a neutral order; unused cells are empty. */
  options: (string | null)[];
  /** The number of the right option, from 1. */
  key: string;
}

/** The options of a choice with up to `columns` of them, or why it is not supported. */
export function choiceOf(question: Question, game: string, columns: number): Choice | Sentence {
  const options = optionsOf(question);
  if (options === null) return say('export.choices_only', { format: game });
  if (options.length > columns) return say('export.max_options', { format: game, max: columns });
  return {
    options: Array.from({ length: columns }, (_, index) => options[index] ?? null),
    key: String(options.indexOf(question.correct_answer) + 1),
  };
}

/** Compares code points, which is how games count. */
export function isLonger(text: string | null, characters: number): boolean {
  return text !== null && text.length > characters && Array.from(text).length > characters;
}
