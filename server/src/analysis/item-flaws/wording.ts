export { listNames } from '../wording.ts';

export function percent(value: number): string {
  if (value > 0 && value < 0.1) return 'under 0.1 %';
  return `${Number(value.toFixed(1))} %`;
}

export function countOf(count: number, one: string, several: string): string {
  return count === 1 ? `1 ${one}` : `${formatCount(count)} ${several}`;
}

export function countQuestions(count: number): string {
  return countOf(count, 'question', 'questions');
}

/** With the commas of English text, as the sentences around it are. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** What the questions of a rule do: for one of them, and for several. */
export const PREDICATES: Readonly<Record<string, readonly [one: string, several: string]>> = {
  true_false: ['can be answered with true or false, or yes or no', 'can be answered with true or false, or yes or no'],
  shouting: ['is written in capitals', 'are written in capitals'],
  time_sensitive: ['has an answer that changes with time', 'have an answer that changes with time'],
  more_than_one_correct: ['has more than one right answer', 'have more than one right answer'],
  grammatical_cue: ['gives a hint by its grammar', 'give a hint by their grammar'],
  option_dependent: ['needs options that are not there', 'need options that are not there'],
  answer_in_question: ['gives its answer away in the question', 'give their answer away in the question'],
  encoding_damage: ['has damaged characters or markup', 'have damaged characters or markup'],
  gratuitous_information: ['says more than it needs', 'say more than they need'],
  multi_answer_key: [
    'has an answer of several parts and accepts no other form',
    'have an answer of several parts and accept no other form',
  ],
  answer_format: [
    'has an answer with a full stop, quotation marks or an article around it',
    'have an answer with a full stop, quotation marks or an article around it',
  ],
  unfocused_stem: ['asks nothing', 'ask nothing'],
  fill_in_blank: ['has a blank to fill in', 'have a blank to fill in'],
  multiple_blanks: ['has more than one blank', 'have more than one blank'],
  all_of_the_above: [
    'has "all" or "none of the above" for its answer',
    'have "all" or "none of the above" for their answer',
  ],
  vague_terms: ['uses a vague word', 'use a vague word'],
  negative_wording: ['asks for what is not so', 'ask for what is not so'],
  ambiguous_wording: ['refers to something that was not named', 'refer to something that was not named'],
  absolute_terms: ['uses an absolute word', 'use an absolute word'],
  answer_too_long: ['has an answer too long to be checked', 'have an answer too long to be checked'],
  empty_or_placeholder: ['is empty or a placeholder', 'are empty or a placeholder'],
  word_repeat: ['repeats a word of its answer', 'repeat a word of their answer'],
  whitespace: ['has stray spaces or invisible characters', 'have stray spaces or invisible characters'],
  missing_unit: ['asks for a measure without naming its unit', 'ask for a measure without naming its unit'],
  redundant_accepted: ['accepts the same answer twice', 'accept the same answer twice'],
  key_among_wrong: ['has its right answer among the wrong ones', 'have their right answer among the wrong ones'],
};
