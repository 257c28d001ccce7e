import type { Violation } from '../../errors.ts';
import { countCodePoints } from '../text/text.ts';
import { canonicalKey } from './canonical-key.ts';
import { type Answerable, type GivenKey, type Kind, SCORINGS, type Scoring } from './kind.ts';
import { kindOfKeyField, rulesOf } from './rules.ts';
import { otherTruth, truthOf } from './true-false.ts';
import { violation } from './violations.ts';

/** The answer of a question as an author gives it; null and undefined stand for the default. */
export interface GivenAnswerFields {
  question_text: string;
  kind?: Kind | null | undefined;
  correct_answer?: string | null | undefined;
  accepted_answers?: readonly string[] | null | undefined;
  incorrect_answers?: readonly string[] | null | undefined;
  key?: GivenKey | null | undefined;
  scoring?: Scoring | null | undefined;
}

type AnswerFields = Pick<
  Answerable,
  'kind' | 'correct_answer' | 'accepted_answers' | 'incorrect_answers' | 'key' | 'scoring'
>;

/** With it, a question is no longer than one with twenty accepted answers of the largest size. */
const MAX_KEY = 20_000;
/** Characters of an answer that is not derived. */
const MAX_WRITTEN = 1000;
/** Characters of the text that stands for a key. */
const MAX_DERIVED = 4000;

/** Completes the answer of a question and checks it by the rules of its kind. Pointers start at the question. */
export function settleAnswer(given: GivenAnswerFields): { answer: AnswerFields; violations: Violation[] } {
  const kind = given.kind ?? inferKind(given);
  const rules = rulesOf(kind);
  const accepted_answers = given.accepted_answers ?? [];
  const scoring = given.scoring ?? rules.scorings[0];
  const isPlain = rules.keyFields.length === 0;
  if (isPlain && given.key == null) {
    const answer = { kind, ...completeTruth(kind, given), accepted_answers, key: null, scoring };
    return { answer, violations: checkPlain(answer, given) };
  }
  const key = given.key == null ? null : canonicalKey(given.key);
  const incorrect_answers = given.incorrect_answers ?? [];
  const answer = {
    kind,
    correct_answer: given.correct_answer ?? '',
    accepted_answers,
    incorrect_answers,
    key,
    scoring,
  };
  const violations = [...checkMembers(kind, key), ...checkSize(key), ...checkLists(answer)];
  if (violations.length > 0) return { answer, violations };
  const derived = key === null ? undefined : rules.correctAnswer?.(key);
  if (derived !== undefined) {
    violations.push(...checkDerived(derived, given.correct_answer));
    answer.correct_answer = derived;
  } else violations.push(...checkLength(answer.correct_answer, MAX_DERIVED));
  violations.push(...rules.check(asked(answer, given.question_text)));
  return { answer, violations };
}

/** The kind of a question that does not name it: by its key, or by whether it has wrong options. */
export function inferKind(given: Omit<GivenAnswerFields, 'question_text'>): Kind {
  const { key, correct_answer, accepted_answers, incorrect_answers } = given;
  const [field] = Object.keys(key ?? {});
  const keyed = field === undefined ? undefined : kindOfKeyField(field);
  if (keyed !== undefined) return keyed;
  const [first, ...more] = incorrect_answers ?? [];
  if (first === undefined) return 'text';
  const isTruth = more.length === 0 && first === otherTruth(correct_answer) && (accepted_answers ?? []).length === 0;
  return isTruth ? 'true_false' : 'choice';
}

/** The options of true or false need not be written out. */
function completeTruth(kind: Kind, { correct_answer, incorrect_answers }: GivenAnswerFields) {
  const given = { correct_answer: correct_answer ?? '', incorrect_answers: incorrect_answers ?? [] };
  const truth = kind === 'true_false' ? truthOf(given.correct_answer) : undefined;
  const other = otherTruth(truth);
  if (truth === undefined || other === undefined) return given;
  const written = given.incorrect_answers.map((text) => truthOf(text) ?? text);
  return { correct_answer: truth, incorrect_answers: written.length === 0 ? [other] : written };
}

function checkPlain(answer: AnswerFields, { question_text, correct_answer: given }: GivenAnswerFields): Violation[] {
  const wrong = checkWritten(answer, given);
  const checked = wrong.length > 0 ? [] : rulesOf(answer.kind).check(asked(answer, question_text));
  return [...wrong, ...checkLists(answer), ...checked];
}

/** The answer that the author of a plain question writes. */
function checkWritten({ correct_answer }: AnswerFields, given: string | null | undefined): Violation[] {
  if (given == null) return [violation('required', 'correct_answer', '`correct_answer` is required.')];
  if (given === '') return [violation('too_short', 'correct_answer', '`correct_answer` must not be empty.')];
  return checkLength(correct_answer, MAX_WRITTEN);
}

function checkLength(answer: string, max: number): Violation[] {
  const isLong = answer.length > max && countCodePoints(answer) > max;
  return isLong
    ? [violation('too_long', 'correct_answer', `\`correct_answer\` may have at most ${max} characters.`)]
    : [];
}

/** Rules of a kind ask for neither category nor language. */
const asked = (answer: AnswerFields, question_text: string): Answerable => ({
  ...answer,
  question_text,
  category: '',
  language: 'en',
});

/** A key has the members of its kind and no others. */
function checkMembers(kind: Kind, key: GivenKey | null): Violation[] {
  const { keyFields, requiredKeyFields } = rulesOf(kind);
  if (key === null) {
    if (requiredKeyFields.length === 0) return [];
    const members = requiredKeyFields.map((field) => `\`${field}\``).join(', ');
    return [violation('required', 'key', `\`key\` is required for a question of kind ${kind}, with ${members}.`)];
  }
  if (keyFields.length === 0)
    return [
      violation('not_allowed', 'key', `A question of kind ${kind} has no \`key\`; its answer is \`correct_answer\`.`),
    ];
  const foreign = Object.keys(key).filter((field) => !(keyFields as readonly string[]).includes(field));
  const missing = requiredKeyFields.filter((field) => key[field] === undefined);
  return [
    ...foreign.map((field) =>
      violation(
        'unknown_field',
        `key/${field}`,
        `\`key.${field}\` belongs to questions of kind ${kindOfKeyField(field)}, not ${kind}.`,
      ),
    ),
    ...missing.map((field) => violation('required', `key/${field}`, `\`key.${field}\` is required.`)),
  ];
}

function checkSize(key: GivenKey | null): Violation[] {
  const length = JSON.stringify(key).length;
  if (length <= MAX_KEY) return [];
  return [violation('too_long', 'key', `\`key\` may have at most ${MAX_KEY} characters of JSON, not ${length}.`)];
}

function checkLists({ kind, accepted_answers, incorrect_answers, scoring }: AnswerFields): Violation[] {
  const { takesAccepted, takesIncorrect, scorings } = rulesOf(kind);
  const found: Violation[] = [];
  if (!takesAccepted && accepted_answers.length > 0)
    found.push(violation('not_allowed', 'accepted_answers', `A question of kind ${kind} has no \`accepted_answers\`.`));
  if (!takesIncorrect && incorrect_answers.length > 0)
    found.push(
      violation('not_allowed', 'incorrect_answers', `A question of kind ${kind} has no \`incorrect_answers\`.`),
    );
  if (!scorings.includes(scoring)) {
    const detail = `\`scoring\` must be ${scorings.map((name) => `"${name}"`).join(' or ')} for a question of kind ${kind}.`;
    found.push({
      ...violation('not_allowed', 'scoring', detail),
      allowed: SCORINGS.filter((name) => scorings.includes(name)),
    });
  }
  return found;
}

function checkDerived(derived: string, given: string | null | undefined): Violation[] {
  const length = countCodePoints(derived);
  if (length > MAX_DERIVED) {
    const detail = `The answers of \`key\` may have at most ${MAX_DERIVED} characters together, not ${length}.`;
    return [violation('too_long', 'key', detail)];
  }
  if (given == null || given === derived) return [];
  const [said, follows] = [given, derived].map((text) => `"${text.length > 200 ? `${text.slice(0, 200)}…` : text}"`);
  const detail = `\`correct_answer\` is ${said}, but \`key\` gives ${follows}. Leave \`correct_answer\` out.`;
  return [violation('not_allowed', 'correct_answer', detail)];
}
