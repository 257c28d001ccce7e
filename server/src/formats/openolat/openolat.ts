import { type Draft, FormatError, MAX_RECORD_LENGTH, type Place, type ReportCode, type Row } from '../format.ts';
import { setAnswers, setChoice } from '../shared/draft.ts';

/** Each row has a keyword and its value, such as "Type | SC". */
const TYPES = new Set([
  'sc',
  'mc',
  'fib',
  'kprim',
  'numerical',
  'essay',
  'matrix',
  'drag&drop',
  'truefalse',
  'inlinechoice',
  'hottext',
]);

export function isOpenolatStart(cells: readonly string[]): boolean {
  return /^typ(?:e|us)?$/iu.test((cells[0] ?? '').trim()) && TYPES.has((cells[1] ?? '').trim().toLowerCase());
}

interface Block {
  type: string;
  place: Place;
  raw: string[];
  length: number;
  /** The values of "Text" and "Question". */
  texts: string[];
  title: string;
  explanation: string;
  language: string;
  license: string;
  /** Rows that begin with a number of points. */
  scored: { points: number; text: string }[];
}

/** Questions run down the sheet of OpenOLAT, one block each. */
export class OpenolatReader {
  #block: Block | undefined;

  read(cells: readonly string[], place: Place, raw: string): Row[] {
    const [first = '', second = ''] = cells.map((cell) => cell.trim());
    if (isOpenolatStart(cells)) {
      const rows = this.end();
      this.#block = {
        type: second.toLowerCase(),
        place,
        raw: [raw],
        length: raw.length,
        texts: [],
        title: '',
        explanation: '',
        language: '',
        license: '',
        scored: [],
      };
      return rows;
    }
    const block = this.#block;
    if (block === undefined || (first === '' && second === '')) return [];
    if (block.raw.length >= MAX_BLOCK_ROWS) return [];
    block.raw.push(raw);
    block.length += raw.length;
    if (block.length > MAX_RECORD_LENGTH)
      throw new FormatError(
        'too_long',
        `A question has more than ${MAX_RECORD_LENGTH.toLocaleString('en')} characters.`,
        block.place,
      );
    const keyword = first.toLowerCase();
    if (keyword === 'text' || keyword === 'question' || keyword === 'frage') block.texts.push(second);
    else if (keyword === 'title' || keyword === 'titel') block.title = second;
    else if (keyword === 'feedback correct answer') block.explanation = second;
    else if (keyword === 'language') block.language = second;
    else if (keyword === 'license') block.license = second;
    else if (/^[+-]?\d{1,6}(?:[.,]\d{1,6})?$/u.test(first))
      block.scored.push({ points: Number(first.replace(',', '.')), text: second });
    return [];
  }

  end(): Row[] {
    const block = this.#block;
    this.#block = undefined;
    return block === undefined ? [] : [readBlock(block)];
  }
}

/** The longest block of a real file has 40 rows. */
const MAX_BLOCK_ROWS = 200;

function readBlock(block: Block): Row {
  const text = block.texts[0] ?? '';
  const place = block.title === '' ? block.place : { ...block.place, item: block.title.slice(0, 200) };
  const raw = block.raw.join('\n');
  const report = (code: ReportCode, detail: string): Row => ({
    kind: 'report',
    place,
    code,
    detail,
    value: (text === '' ? block.title : text).slice(0, 500),
    raw,
  });
  const draft: Draft = { question_text: text };
  if (block.explanation !== '') draft.explanation = block.explanation;
  if (block.language !== '') draft.language = block.language;
  if (block.license !== '') draft.license = block.license;
  if (block.type === 'mc') return report('several_answers', 'Questions of type "MC" have several right answers.');
  if ((block.type === 'fib' || block.type === 'numerical') && block.scored.length > 1)
    return report('several_gaps', `The text has ${block.scored.length} gaps.`);
  if (block.type !== 'sc' && block.type !== 'fib')
    return report('unsupported_type', `Questions of type "${block.type}" are not supported.`);
  if (text === '') return report('empty_text', 'The question has no text.');
  if (block.type === 'fib') {
    const answers = (block.scored[0]?.text ?? '')
      .split(';')
      .map((answer) => answer.trim())
      .filter((answer) => answer !== '');
    if (answers.length === 0) return report('no_answer', 'The gap has no answer.');
    setAnswers(draft, answers);
    return { kind: 'question', draft, place, raw };
  }
  const problem = setChoice(
    draft,
    block.scored.map(({ points, text: option }) => ({ text: option, right: points > 0 })),
  );
  return problem === undefined ? { kind: 'question', draft, place, raw } : report(problem.code, problem.detail);
}
