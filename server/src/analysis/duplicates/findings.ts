import { listNames, numbered, percent } from '../wording.ts';
import { answerOf } from './chunk.ts';
import type { Group } from './groups.ts';
import { isRedundancy, type Survey } from './survey.ts';

/** What a person would say, contradictions first: they are wrong whichever answer is right. */
export function tellFindings(survey: Survey): string[] {
  const { counts, groups } = survey;
  return [
    ...(groups.every(({ relation }) => relation === 'sibling') ? [tellNothing(survey)] : []),
    ...tellConflicts(survey),
    ...tellRedundancy(survey),
    ...tellLargest(groups.filter(isRedundancy)),
    ...(counts.answer_variant === 0
      ? []
      : [
          `${numbered(counts.answer_variant, 'question is', 'questions are')} asked again with the answer spelt or worded otherwise.`,
        ]),
    ...(counts.sibling === 0
      ? []
      : [`${numbered(counts.sibling, 'template')} made families of alike questions with different subjects.`]),
  ];
}

function tellNothing({ questions, others }: Survey): string {
  if (questions === 1 && others === 0) return 'There is 1 question and nothing to compare it with.';
  const against = others === 0 ? '' : `, compared with ${numbered(others, 'other')} of the bank`;
  const subject = questions === 1 ? 'The 1 question' : `None of the ${numbered(questions)} questions`;
  return `${subject} is ${questions === 1 ? 'not ' : ''}asked twice${against}.`;
}

function tellConflicts({ counts, groups, corpus }: Survey): string[] {
  const first = groups.find(({ relation }) => relation === 'conflict');
  if (first === undefined) return [];
  const answers = [first.keep, ...first.rows.map(({ member }) => member)]
    .slice(0, 3)
    .map((question) => `"${answerOf(corpus, question).join(' ')}"`);
  return [
    `${numbered(counts.conflict, 'question has', 'questions have')} contradicting answers; the first is answered ${listNames(answers)}.`,
  ];
}

function tellRedundancy({ counts, redundant, questions }: Survey): string[] {
  if (redundant === 0) return [];
  const exact = counts.exact === 0 ? [] : [`${numbered(counts.exact, 'group')} word for word`];
  const near = counts.near === 0 ? [] : [`${numbered(counts.near, 'group')} in other words`];
  const how = [...exact, ...near].join(', ');
  return [
    `${numbered(redundant, 'question is', 'questions are')} redundant, ${percent(redundant / questions)} of the set${how === '' ? '' : `: ${how}`}.`,
  ];
}

/** A pair is the normal case and not worth a sentence. */
function tellLargest(groups: readonly Group[]): string[] {
  const largest = groups.reduce<Group | undefined>(
    (most, group) => (most === undefined || group.rows.length > most.rows.length ? group : most),
    undefined,
  );
  if (largest === undefined || largest.rows.length < 2) return [];
  return [`The question that is asked most often is there ${numbered(largest.rows.length + 1)} times.`];
}
