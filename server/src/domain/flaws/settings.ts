import { TERM_LISTS } from './word-lists.ts';

export type TermListName = keyof typeof TERM_LISTS;
export const TERM_LIST_NAMES = Object.keys(TERM_LISTS) as readonly TermListName[];

export interface LintSettings {
  max_question_words: number;
  max_answer_words: number;
  /** A given list replaces the default list of its name. */
  lists: { readonly [Name in TermListName]?: readonly string[] | undefined };
}

export const DEFAULT_LINT_SETTINGS: LintSettings = { max_question_words: 40, max_answer_words: 8, lists: {} };

export function termsOf(settings: LintSettings, name: TermListName): readonly string[] {
  return settings.lists[name] ?? TERM_LISTS[name];
}
