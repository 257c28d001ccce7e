import { ellipsize } from '../../domain/text/ellipsize.ts';
import type { QuestionVersion, TextRow } from '../analysis-type.ts';
import { type Finding, inOrder, note } from '../finding.ts';
import { listNames, numbered, percent } from '../wording.ts';
import type { Group } from './groups.ts';
import type { RecallEstimate } from './joins/recall-estimate.ts';
import { isRedundancy, type Survey } from './survey.ts';

/**
 * The findings. Contradictions come first: one of two answers must be wrong. They quote the answers as their authors
 * wrote them, of which the corpus knows only the words.
 */
export function listFindings(survey: Survey, contradictory: readonly TextRow[]): Finding[] {
  const { groups } = survey;
  return inOrder([
    groups.every(({ relation }) => relation === 'sibling') ? note(describeNothing(survey)) : null,
    describeConflicts(survey, contradictory),
    describeRedundancy(survey),
    describeLevels(survey),
    describeLargest(groups.filter(isRedundancy)),
    describeVariants(survey),
    describeSiblings(survey),
  ]);
}

function describeNothing({ questions, others }: Survey): string {
  if (questions === 1 && others === 0) return 'There is only 1 question, so there is nothing to compare it with.';
  const against = others === 0 ? '' : ` among ${numbered(others, 'other question')} of the bank`;
  const subject =
    questions === 1
      ? 'No duplicate of the question was found'
      : `No duplicates of the ${numbered(questions)} questions were found`;
  return `${subject}${against}.`;
}

const MAX_QUOTED_QUESTIONS = 3;
const MAX_QUOTED_CHARACTERS = 80;

/** The first questions of the first contradiction. */
export function contradictoryQuestions({ groups, corpus }: Survey): QuestionVersion[] {
  const first = groups.find(({ relation }) => relation === 'conflict');
  if (first === undefined) return [];
  return [first.keep, ...first.rows.map(({ member }) => member)]
    .slice(0, MAX_QUOTED_QUESTIONS)
    .map((question) => ({ id: corpus.idOf(question), version: corpus.versions[question] ?? 1 }));
}

function describeConflicts({ groups }: Survey, contradictory: readonly TextRow[]): Finding | null {
  const count = countRows(groups, ['conflict']);
  if (count === 0) return null;
  const subject = count === 1 ? '2 questions' : `${numbered(count)} pairs of questions`;
  const answers = contradictory.map(({ correct_answer }) => `"${ellipsize(correct_answer, MAX_QUOTED_CHARACTERS)}"`);
  const example = answers.length < 2 ? '' : `${count === 1 ? ':' : ', for example'} ${listNames(answers)}`;
  return {
    severity: 'error',
    text: `${subject} contradict each other${example}.`,
    next_step:
      'Find out which answer is right, and correct or delete the other question. If both are right, make the difference clear in the texts.',
    count,
    rows: { relation: 'conflict' },
  };
}

/** A group has one row for each question except the kept one. */
function countRows(groups: readonly Group[], relations: readonly string[]): number {
  return groups.filter(({ relation }) => relations.includes(relation)).reduce((sum, { rows }) => sum + rows.length, 0);
}

function describeRedundancy({ counts, groups, redundant, questions, compared }: Survey): Finding | null {
  if (redundant === 0) return null;
  const exact = counts.exact === 0 ? [] : [`${numbered(counts.exact, 'group')} word for word`];
  const near = counts.near === 0 ? [] : [`${numbered(counts.near, 'group')} in other words`];
  const how = [...exact, ...near].join(', ');
  const { recall } = compared;
  const found = recall === null || recall.pairs < MIN_RECALL_PAIRS ? '' : describeRecall(recall);
  return {
    severity: 'warning',
    text: `${numbered(redundant, 'question')} (${percent(redundant / questions)}) ${redundant === 1 ? 'repeats' : 'repeat'} another one${how === '' ? '' : `: ${how}`}${found}.`,
    next_step: 'Keep the better wording of each pair and delete the other, or dismiss the pair.',
    count: countRows(groups, ['exact', 'near']),
    rows: { relation: ['exact', 'near'] },
  };
}

/**
 * With fewer pairs the estimate is unreliable: for the demo bank of 239 questions it promises 88 to 95%, while 7 of 10
 * planted duplicates are found.
 */
const MIN_RECALL_PAIRS = 200;

/** Refers to the duplicates that can be estimated at all; see the README. */
function describeRecall({ low, high }: RecallEstimate): string {
  return `; an estimated ${Math.round(100 * low)} to ${percent(Math.round(100 * high) / 100)} of the duplicates in the set were found`;
}

/** One of the two levels must be wrong: a player who asks for Basic gets a question that is also filed as Advanced. */
function describeLevels({ groups, groupsApart, filedApart }: Survey): Finding | null {
  const apart = groupsApart.level_differs;
  if (apart === 0) return null;
  const count = groups
    .filter(isRedundancy)
    .reduce(
      (sum, { keep, rows }) => sum + rows.filter(({ member }) => filedApart(keep, member).level_differs).length,
      0,
    );
  return {
    severity: 'warning',
    text: `${numbered(apart, 'question that is asked more than once declares', 'questions that are asked more than once declare')} different levels.`,
    next_step: 'Decide on one level before you delete the other question.',
    count,
    rows: { relation: ['exact', 'near', 'answer_variant'], level_differs: 'true' },
  };
}

function describeVariants({ counts, groups }: Survey): Finding | null {
  if (counts.answer_variant === 0) return null;
  return {
    severity: 'warning',
    text: `${numbered(counts.answer_variant, 'question is', 'questions are')} asked again with the answer spelt or worded differently.`,
    next_step: 'Keep one of each and list the other spelling among its accepted answers.',
    count: countRows(groups, ['answer_variant']),
    rows: { relation: 'answer_variant' },
  };
}

function describeSiblings({ counts, groups }: Survey): Finding | null {
  if (counts.sibling === 0) return null;
  return {
    ...note(
      `${numbered(counts.sibling, 'template is', 'templates are')} used for several questions with different subjects.`,
    ),
    count: countRows(groups, ['sibling']),
    rows: { relation: 'sibling' },
  };
}

/** Groups of two are normal and not mentioned. */
function describeLargest(groups: readonly Group[]): Finding | null {
  const largest = groups.reduce<Group | undefined>(
    (most, group) => (most === undefined || group.rows.length > most.rows.length ? group : most),
    undefined,
  );
  if (largest === undefined || largest.rows.length < 2) return null;
  return note(`One question appears ${numbered(largest.rows.length + 1)} times.`);
}
