import type { ReadOptions } from '../format.ts';

/** The meaning of a column. `option` and `key` are for options side by side, and for the right one. */
export type Role =
  | { kind: 'field'; field: string }
  | { kind: 'list'; field: 'accepted_answers' | 'incorrect_answers' | 'tags' }
  | { kind: 'item'; field: 'accepted_answers' | 'incorrect_answers' }
  | { kind: 'option'; letter: string }
  | { kind: 'key' }
  | { kind: 'type' }
  | { kind: 'image' };

const NAMES: Readonly<Record<string, readonly string[]>> = {
  question_text: [
    'question text',
    'question',
    'questions',
    'frage',
    'fragetext',
    'pregunta',
    'stem',
    'prompt',
    'front',
  ],
  correct_answer: [
    'correct answer',
    'correct answers',
    'answer',
    'right answer',
    'correct',
    'correct option',
    'key',
    'answer key',
    'antwort',
    'richtige antwort',
    'lösung',
    'solution',
    'back',
  ],
  accepted_answers: ['accepted answers', 'accepted', 'also accepted', 'alternative answers'],
  incorrect_answers: ['incorrect answers', 'wrong answers', 'distractors', 'falsche antworten'],
  category: ['category', 'kategorie'],
  topic_focus: ['topic focus', 'topic', 'thema'],
  difficulty: ['difficulty', 'level', 'schwierigkeit', 'stufe'],
  tags: ['tags', 'tag'],
  language: ['language', 'sprache'],
  status: ['status'],
  explanation: ['explanation', 'answer explanation', 'general feedback', 'erklärung'],
  source: ['source', 'quelle'],
  license: ['license', 'licence', 'lizenz'],
  external_id: ['external id'],
  id: ['id'],
};

const BY_NAME = new Map(Object.entries(NAMES).flatMap(([field, names]) => names.map((name) => [name, field] as const)));

const OPTION = /^(?:answer|option|choice|antwort) ?([1-9]\d?|[a-j])$/u;
const WRONG = /^(?:incorrect|wrong|distractor|falsch)(?: answer| option)? ?[1-9]\d?$/u;
const ACCEPTED = /^accepted(?: answer)? ?[1-9]\d?$/u;

/** "Answer 3\n(Optional)", "answer_3" and "Answer 3 - max 75 characters" all become "answer 3". */
export function headerKey(header: string): string {
  return header
    .slice(0, 200)
    .toLowerCase()
    .replace(/[_\s\u00a0]+/gu, ' ')
    .replace(/ ?(?:\(| - | – ).*$/u, '')
    .replace(/[*:?.]{1,3}$/u, '')
    .trim();
}

function roleOf(key: string): Role | undefined {
  const field = BY_NAME.get(key);
  if (field === 'accepted_answers' || field === 'incorrect_answers' || field === 'tags') return { kind: 'list', field };
  if (field !== undefined) return { kind: 'field', field };
  if (WRONG.test(key)) return { kind: 'item', field: 'incorrect_answers' };
  if (ACCEPTED.test(key)) return { kind: 'item', field: 'accepted_answers' };
  if (key === 'question type') return { kind: 'type' };
  if (key === 'image link') return { kind: 'image' };
  const option = OPTION.exec(key)?.[1] ?? (/^[a-j]$/u.test(key) ? key : undefined);
  if (option === undefined) return undefined;
  return { kind: 'option', letter: /^\d/u.test(option) ? String.fromCharCode(96 + Number(option)) : option };
}

/** The columns of a header row, or undefined if it is not one: it needs at least a question and an answer. */
export function matchHeader(cells: readonly string[]): (Role | null)[] | undefined {
  const seen = new Set<string>();
  const roles = cells.map((cell) => {
    const role = roleOf(headerKey(cell));
    if (role === undefined) return null;
    if (role.kind === 'item') return role;
    const name = JSON.stringify(role);
    if (seen.has(name)) return null; // the first of two columns with one name counts
    seen.add(name);
    return role;
  });
  return complete(roles);
}

function complete(roles: (Role | null)[]): (Role | null)[] | undefined {
  const has = (kind: string, field?: string) =>
    roles.some(
      (role) =>
        role !== null && role.kind === kind && (field === undefined || ('field' in role && role.field === field)),
    );
  if (!has('field', 'question_text')) return undefined;
  const options = roles.filter((role) => role?.kind === 'option').length;
  // A letter or a number only names an option if there are options.
  if (options > 1) {
    return roles.map((role) => (role?.kind === 'field' && role.field === 'correct_answer' ? { kind: 'key' } : role));
  }
  if (!has('field', 'correct_answer')) return undefined;
  return roles.map((role) => (role?.kind === 'option' ? null : role));
}

/** The same for columns chosen by the caller: names of fields, "incorrect_answer_1", "option_a", "key". */
export function chosenColumns(columns: NonNullable<ReadOptions['columns']>): (Role | null)[] {
  return columns.map((name) => {
    if (name === null) return null;
    if (name === 'key') return { kind: 'key' };
    return roleOf(headerKey(name)) ?? null;
  });
}

export function describeRole(role: Role | null): string | null {
  if (role === null) return null;
  return 'field' in role ? role.field : role.kind === 'option' ? `option_${role.letter}` : role.kind;
}

/** Column 0 is A, column 26 is AA. */
export function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}
