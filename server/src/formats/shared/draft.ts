import type { Draft, ReportCode } from '../format.ts';
import { htmlToText, type PlainText, perhapsHtmlToText } from './html-text.ts';

/** The markup of a Moodle text. `auto` means that it is not declared. */
export type Markup = 'html' | 'plain' | 'markdown' | 'auto';

/** Editors leave soft hyphens everywhere, but only browsers need them. */
const SOFT_HYPHEN = '\u00ad';

export function readMarkup(text: string, markup: Markup): PlainText {
  if (markup === 'html') return htmlToText(text.replaceAll(SOFT_HYPHEN, ''));
  if (markup === 'auto') return perhapsHtmlToText(text.replaceAll(SOFT_HYPHEN, ''));
  return { text: text.trim(), pictures: [] };
}

export interface Problem {
  code: ReportCode;
  detail: string;
}

/** The canonical spelling of True and False, whatever the file has. */
export function setTrueFalse(draft: Draft, isTrue: boolean): void {
  draft.correct_answer = isTrue ? 'True' : 'False';
  draft.incorrect_answers = [isTrue ? 'False' : 'True'];
}

/** The first is the answer, the others are accepted; repeats are dropped. */
export function setAnswers(draft: Draft, answers: readonly string[]): void {
  const [first, ...rest] = [...new Set(answers)];
  draft.correct_answer = first;
  if (rest.length > 0) draft.accepted_answers = rest;
}

interface Choice {
  text: string;
  right: boolean;
}

/**
 * A choice with exactly one right option. Options without text are dropped, as programs write them for empty fields.
 */
export function setChoice(draft: Draft, choices: readonly Choice[]): Problem | undefined {
  const there = choices.filter(({ text }) => text !== '');
  const right = there.filter((choice) => choice.right);
  if (right.length === 0) return { code: 'no_answer', detail: 'No option is marked as right.' };
  if (right.length > 1) {
    const texts = right.map(({ text }) => text).join('; ');
    return { code: 'several_answers', detail: `Several correct answers: ${texts.slice(0, 300)}.` };
  }
  if (there.length < 2) return { code: 'too_few_options', detail: 'A choice needs at least two options.' };
  const wrong = there.filter((choice) => !choice.right).map(({ text }) => text);
  const answer = right[0]?.text ?? '';
  if (wrong.length === 1 && isTrueFalse(answer, wrong[0] ?? '')) setTrueFalse(draft, answer.toLowerCase() === 'true');
  else {
    draft.correct_answer = answer;
    draft.incorrect_answers = wrong;
  }
  return undefined;
}

function isTrueFalse(one: string, two: string): boolean {
  return (
    new Set([one.toLowerCase(), two.toLowerCase(), 'true', 'false']).size === 2 &&
    one.toLowerCase() !== two.toLowerCase()
  );
}

export function pictureProblem(pictures: readonly string[]): Problem | undefined {
  if (pictures.length === 0) return undefined;
  return {
    code: 'picture',
    detail: `The question needs a picture or a recording: ${pictures.slice(0, 10).join(', ')}.`,
  };
}

/** The level is stored as a tag such as "difficulty-1". The first such tag counts; all other tags stay. */
export function setTags(draft: Draft, tags: readonly string[]): void {
  const level = tags.findIndex((tag) => /^difficulty-[012]$/u.test(tag));
  if (level >= 0) draft.difficulty = Number(tags[level]?.at(-1));
  const rest = tags.filter((_, index) => index !== level);
  if (rest.length > 0) draft.tags = rest;
}
