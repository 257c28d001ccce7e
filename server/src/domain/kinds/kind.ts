import type { Violation } from '../../errors.ts';

/** In the order of their numbers in the database, so new kinds go to the end. */
export const KINDS = ['text', 'choice', 'true_false', 'choices', 'number', 'order', 'match', 'gaps', 'essay'] as const;
export type Kind = (typeof KINDS)[number];

/** In the order of their numbers in the database. */
export const SCORINGS = ['all_or_nothing', 'partial'] as const;
export type Scoring = (typeof SCORINGS)[number];

/** A decimal, as a JSON number or, if that would lose digits, as a text. */
export type Decimal = number | string;

export interface ChoicesKey {
  right: readonly string[];
}
export interface NumberKey {
  value: Decimal;
  tolerance?: Decimal;
  relative_tolerance?: Decimal;
  unit?: string;
  units?: readonly { name: string; factor: Decimal }[];
}
export interface OrderKey {
  sequence: readonly string[];
}
export interface MatchKey {
  pairs: readonly { prompt: string; answer: string }[];
  extra?: readonly string[];
}
export interface Gap {
  answer: string;
  accepted?: readonly string[];
  /** Wrong options. With them, the gap is a choice. */
  options?: readonly string[];
}
export interface GapsKey {
  gaps: readonly Gap[];
}
export interface EssayKey {
  guidance?: string;
  min_words?: number;
  max_words?: number;
}
export type Key = ChoicesKey | NumberKey | OrderKey | MatchKey | GapsKey | EssayKey;

/** A key as it is given: members of any kind. */
export type GivenKey = { readonly [Field in KeyField]?: unknown };
type KeyField = keyof ChoicesKey | keyof NumberKey | keyof OrderKey | keyof MatchKey | keyof GapsKey | keyof EssayKey;

/** Everything that determines how a question is answered. */
export interface Answerable {
  question_text: string;
  kind: Kind;
  correct_answer: string;
  accepted_answers: readonly string[];
  incorrect_answers: readonly string[];
  key: Key | null;
  scoring: Scoring;
  category: string;
  language: string;
}

/** What a player needs to answer a question, in addition to its text. */
export interface Shown {
  options: readonly string[] | null;
  prompts: readonly string[] | null;
  gaps: readonly { options: readonly string[] | null }[] | null;
}
export const NOTHING_SHOWN: Shown = { options: null, prompts: null, gaps: null };

/** What a player sends. */
export type GivenAnswer = string | number | boolean | readonly (string | null)[] | Readonly<Record<string, string>>;

/** A part of an answer: an option that was chosen, a prompt, an item of a sequence, or the number of a gap. */
export interface Part {
  name: string;
  correct: boolean;
}

/** Null for what only a person can decide. */
export interface Verdict {
  correct: boolean | null;
  /** The matched right answer in the bank's spelling; null if the answer is wrong, so that nothing is revealed. */
  matched: string | null;
  score: number | null;
  parts: readonly Part[] | null;
}

/** Yields between steps of at most a millisecond, so that the event loop can serve others. */
export type Steps = Generator<void, Verdict, void>;

export interface ScoreOptions {
  /** Whether a wrong text is compared with the right ones. */
  nearness: boolean;
}

/** The rules of one kind. All other code asks these, and has no cases of its own. */
export interface KindRules {
  /** The members of `key`: none for kinds that need no key. */
  keyFields: readonly KeyField[];
  /** Those that must be given. */
  requiredKeyFields: readonly KeyField[];
  takesAccepted: boolean;
  takesIncorrect: boolean;
  /** The allowed scorings; the first is the default. */
  scorings: readonly [Scoring, ...Scoring[]];
  /** Rules about the content beyond the above. Pointers start at the question. */
  check: (content: Answerable) => Violation[];
  /** The text that stands for the key; undefined if the author writes `correct_answer`. */
  correctAnswer: ((key: Key) => string) | undefined;
  show: (id: string, content: Answerable) => Shown;
  /** What is wrong with the form of an answer, or undefined. */
  answerProblem: (content: Answerable, answer: GivenAnswer) => string | undefined;
  score: (content: Answerable, answer: GivenAnswer, options: ScoreOptions) => Steps;
}
