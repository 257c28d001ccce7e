import { type CellValue, makeWorkbook } from './workbook.ts';

/** The key and the options of a question about a sum; the options have decimal commas, as in half of Europe. */
const KEYS = ['A', 'b', 'C)', 'd'];
const CATEGORIES = ['Mathematics', 'Mathematcs', 'mathematics', 'Sciense', 'Science', 'Geographie'];
const LEVELS = ['leicht', 'mittel', 'schwer', 'schwer', ''];

export const ROWS = 200;
/** The rows of the sheet that need a correction by hand, by what is wrong. */
export const BAD_KEYS = [27, 140];
export const FAILED_FORMULA = 66;
/** Rows that repeat the row before, word for word or with another level. */
const REPEATED = [40, 41, 90, 130, 180];
const CHANGED = [60, 100, 160];
export const REPEATS = REPEATED.length + CHANGED.length;

const TITLE = 4;

/** The workbook of a teacher: a title, the header in row 4, letters as keys, and what goes wrong in a year of editing. */
export function teacherWorkbook(): Buffer {
  const questions: CellValue[][] = [];
  for (let index = 0; index < ROWS; index += 1) {
    const row = TITLE + 1 + index;
    const before = questions.at(-1);
    if (before !== undefined && REPEATED.includes(row)) questions.push([index + 1, ...before.slice(1)]);
    else if (before !== undefined && CHANGED.includes(row)) {
      questions.push([index + 1, ...before.slice(1, 8), before[8] === 'leicht' ? 'schwer' : 'leicht']);
    } else questions.push(questionAt(index, row));
  }
  return makeWorkbook('Tests', [
    ['Mathematics and more, year 7', '', '', '', '', '', '', '', ''],
    ['For all three classes; do not print, please'],
    [],
    ['No.', 'Question', 'A', 'B', 'C', 'D', 'Solution', 'Subject', 'How hard'],
    ...questions,
  ]);
}

function questionAt(index: number, row: number): CellValue[] {
  const sum = (index * 7 + 13) / 10;
  const shown = (value: number) => value.toFixed(1).replace('.', ',');
  const options: CellValue[] = [0, 1, 2, 3].map((step) => shown(sum + step));
  const right = index % 4;
  if (row === FAILED_FORMULA) options[(right + 1) % 4] = { formula: 'A1/0', value: '#DIV/0!' };
  else if (index % 50 === 3) options[right] = { formula: `${sum}*10`, value: Math.round(sum * 10) };
  const key = BAD_KEYS.includes(row) ? 'E' : (KEYS[right] ?? '');
  const level = LEVELS[index % LEVELS.length] ?? '';
  return [
    index + 1,
    `Class ${index % 3}, task ${index}: how much is ${shown(sum)}?`,
    ...options,
    key,
    CATEGORIES[index % CATEGORIES.length] ?? '',
    level,
  ];
}
