import type { Analysis } from '../../../../client/src/index.ts';

/** A question in the version that was analysed. */
export interface AnalysedQuestion {
  question_id: string;
  version: number;
  question_text: string;
  correct_answer: string;
  accepted_answers: readonly string[];
  incorrect_answers: readonly string[];
  category: string;
  difficulty: number;
}

export interface Flag {
  rule: string;
  severity: 'error' | 'warning' | 'info';
  spans: readonly { field: string; start: number; end: number }[];
  fix_hint: string;
}

/** A row about one question; the other fields depend on the type. */
export interface QuestionRow extends AnalysedQuestion {
  flags?: readonly Flag[];
  field?: 'question_text' | 'correct_answer';
  direction?: 'long' | 'short';
  characters?: number;
  usual?: number;
  declared?: string | number;
  suggested?: string | number;
  agreement?: number;
  probability?: number;
  terms?: readonly { term: string }[];
}

export interface PairRow {
  relation: 'conflict' | 'exact' | 'near' | 'answer_variant' | 'sibling';
  a: AnalysedQuestion;
  b: AnalysedQuestion;
  likeness?: number;
  similarity?: number;
  text_similarity?: number;
}

export interface CellRow {
  keys: { category?: string; difficulty?: number; topic?: string | null };
  count: number;
}

export function isPair(row: object): row is PairRow {
  return 'a' in row && 'b' in row;
}

/** Identifies a row as dismissals and assignments do. */
export interface Subject {
  analysis_type: Analysis['analysis_type'];
  question_id?: string;
  question_ids?: string[];
  about?: string[];
}

export function subjectOf({ analysis_type, parameters }: Analysis, row: QuestionRow | PairRow): Subject {
  if (isPair(row)) return { analysis_type, question_ids: [row.a.question_id, row.b.question_id].sort() };
  const { question_id } = row;
  switch (analysis_type) {
    case 'item_flaws':
      return { analysis_type, question_id, about: (row.flags ?? []).map(({ rule }) => rule) };
    case 'text_statistics':
      return { analysis_type, question_id, about: [row.field ?? 'question_text'] };
    case 'topics':
      return { analysis_type, question_id, about: [parameters['group_by'] === 'topic' ? 'topic' : 'category'] };
    default:
      return { analysis_type, question_id };
  }
}

export function keyOf(row: QuestionRow | PairRow): string {
  return isPair(row) ? `${row.a.question_id} ${row.b.question_id}` : `${row.question_id} ${row.field ?? ''}`;
}

/** The questions of a row, in the versions that were analysed. */
export function questionsOf(row: QuestionRow | PairRow): readonly AnalysedQuestion[] {
  return isPair(row) ? [row.a, row.b] : [row];
}

/** The parts of the question that caused the row: spans from the service, or the significant words. */
export function spansOf({ question_text: text, flags = [], terms = [] }: QuestionRow): [number, number][] {
  const named = flags.flatMap(({ spans }) => spans.filter(({ field }) => field === 'question_text'));
  const found = terms.flatMap(({ term }) => {
    const place = text.toLowerCase().search(new RegExp(`(?<![\\p{L}\\p{N}])${escaped(term)}(?![\\p{L}\\p{N}])`, 'u'));
    return place === -1 ? [] : [{ start: place, end: place + term.length }];
  });
  const places = [...named, ...found].map(({ start, end }): [number, number] => [start, end]);
  return joined(places.sort(([one], [other]) => one - other));
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/gu, String.raw`\$&`);
}

/** Merges overlapping spans. */
function joined(places: readonly [number, number][]): [number, number][] {
  const result: [number, number][] = [];
  for (const [start, end] of places) {
    const last = result.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else result.push([start, end]);
  }
  return result;
}
