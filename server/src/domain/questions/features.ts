import { hash } from 'node:crypto';
import { storedAnswerType } from '../flaws/answer-type.ts';
import { compileLinter, FLAWS_VERSION, type LintQuestion } from '../flaws/lint.ts';
import { readSubject } from '../flaws/subject.ts';
import { likenessKeys, wordingKeys } from '../likeness/likeness-keys.ts';
import type { QuestionAndAnswer } from '../likeness/word-counts.ts';
import { textKey } from '../text/text.ts';

/** Raise this when any feature below is computed differently: older rows are then recomputed in the background. */
const TEXT_FEATURES_VERSION = 3;
/** Both versions only ever increase, so a change of either increases the sum. */
export const FEATURES_VERSION = TEXT_FEATURES_VERSION + FLAWS_VERSION;

export interface QuestionFeatures {
  text_hash: bigint;
  /** Possible duplicates share a key; see likeness/likeness-keys.ts. */
  likeness_keys: Int32Array;
  /** One bit for each item-writing rule that the question breaks. */
  flaws: number;
  answer_type: number;
}

const linter = compileLinter();

/** The flaws that the item-writing rules find in a question, and its answer type. */
export function questionFlaws(question: LintQuestion): Pick<QuestionFeatures, 'flaws' | 'answer_type'> {
  const subject = readSubject(question);
  const answer_type = storedAnswerType(question.correct_answer, subject.answerWords.length);
  return { flaws: linter.maskOf(subject), answer_type };
}

/** The keys by which possible duplicates find a question. */
export type FindingKeys = Pick<QuestionFeatures, 'text_hash' | 'likeness_keys'>;

/** Computing these takes a tenth of the work of all features. */
export function findingKeys(question: QuestionAndAnswer): FindingKeys {
  const key = textKey(question.question_text);
  return { text_hash: hashOfKey(key), likeness_keys: likenessKeys(question, key) };
}

/** The same for callers who may not see answers: found by words alone. */
export function wordingFindingKeys({ question_text }: QuestionAndAnswer): FindingKeys {
  const key = textKey(question_text);
  return { text_hash: hashOfKey(key), likeness_keys: wordingKeys(question_text, key) };
}

/** If the caller already has the hash, it is not computed again. */
export function questionFeatures(question: LintQuestion, known_hash?: bigint): QuestionFeatures {
  const key = textKey(question.question_text);
  const text_hash = known_hash ?? hashOfKey(key);
  const { flaws, answer_type } = questionFlaws(question);
  return { text_hash, likeness_keys: likenessKeys(question, key), flaws, answer_type };
}

/**
 * Counts runs of text that end in . ! ? or at the end; a text without any end mark is one sentence. No space follows 。
 * It uses no regular expression, which would retry a run of dots from each dot: 10 s on 1 MB.
 */
export function countSentences(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const isEnd = isEndMark(code) ? isEndMark : isWideEndMark(code) ? isWideEndMark : undefined;
    if (isEnd === undefined) continue;
    while (isEnd(text.charCodeAt(index + 1))) index += 1;
    if (isEnd === isWideEndMark || index + 1 === text.length || /\s/u.test(text.charAt(index + 1))) count += 1;
  }
  return Math.max(1, count);
}

const isEndMark = (code: number) => code === 0x2e || code === 0x21 || code === 0x3f || code === 0x2026;
const isWideEndMark = (code: number) => code === 0x3002 || code === 0xff01 || code === 0xff1f;

/** Equal for questions with the same normalised text. */
export function textHash(question_text: string): bigint {
  return hashOfKey(textKey(question_text));
}

const DIGEST = new DataView(new ArrayBuffer(8));

/**
 * The first eight bytes of the digest as a number. Reading a binary string takes half the time of hexadecimal digits
 * (0.45 instead of 0.95 µs).
 */
function hashOfKey(key: string): bigint {
  const digest = hash('sha256', key, 'binary');
  for (let index = 0; index < 8; index += 1) DIGEST.setUint8(index, digest.charCodeAt(index));
  return DIGEST.getBigInt64(0);
}
