import type { SentenceValues } from '../../domain/sentences/write.ts';
import { ellipsize } from '../../domain/text/ellipsize.ts';
import type { QuestionVersion, TextRow } from '../analysis-type.ts';
import { type Finding, inOrder, note } from '../finding.ts';
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
    groups.every(({ relation }) => relation === 'sibling') ? describeNothing(survey) : null,
    describeConflicts(survey, contradictory),
    describeRedundancy(survey),
    describeLevels(survey),
    describeLargest(groups.filter(isRedundancy)),
    describeVariants(survey),
    describeSiblings(survey),
  ]);
}

function describeNothing({ questions, others }: Survey): Finding {
  if (questions === 1 && others === 0) return note('duplicates.one_question');
  return note('duplicates.none', { questions, others });
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
  const pairs = countRows(groups, ['conflict']);
  if (pairs === 0) return null;
  const answers = contradictory.map(({ correct_answer }) => ellipsize(correct_answer, MAX_QUOTED_CHARACTERS));
  return {
    severity: 'error',
    code: 'duplicates.conflict',
    values: { pairs, answers, quoted: answers.length > 1 },
    count: pairs,
    rows: { relation: 'conflict' },
  };
}

/** A group has one row for each question except the kept one. */
function countRows(groups: readonly Group[], relations: readonly string[]): number {
  return groups.filter(({ relation }) => relations.includes(relation)).reduce((sum, { rows }) => sum + rows.length, 0);
}

function describeRedundancy({ counts, groups, redundant, questions, compared }: Survey): Finding | null {
  if (redundant === 0) return null;
  const { exact, near } = counts;
  const recall = describeRecall(compared.recall);
  return {
    severity: 'warning',
    code: 'duplicates.redundant',
    values: { redundant, share: redundant / questions, exact, near, ...recall },
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
function describeRecall(recall: RecallEstimate | null): SentenceValues {
  if (recall === null || recall.pairs < MIN_RECALL_PAIRS) return { estimated: false };
  return { estimated: true, low: Math.round(100 * recall.low), high: Math.round(100 * recall.high) / 100 };
}

/** One of the two levels must be wrong: a player who asks for Basic gets a question that is also filed as Advanced. */
function describeLevels({ groups, groupsApart, filedApart }: Survey): Finding | null {
  const questions = groupsApart.level_differs;
  if (questions === 0) return null;
  const count = groups
    .filter(isRedundancy)
    .reduce(
      (sum, { keep, rows }) => sum + rows.filter(({ member }) => filedApart(keep, member).level_differs).length,
      0,
    );
  return {
    severity: 'warning',
    code: 'duplicates.levels_differ',
    values: { questions },
    count,
    rows: { relation: ['exact', 'near', 'answer_variant'], level_differs: 'true' },
  };
}

function describeVariants({ counts, groups }: Survey): Finding | null {
  if (counts.answer_variant === 0) return null;
  return {
    severity: 'warning',
    code: 'duplicates.answer_variants',
    values: { questions: counts.answer_variant },
    count: countRows(groups, ['answer_variant']),
    rows: { relation: 'answer_variant' },
  };
}

function describeSiblings({ counts, groups }: Survey): Finding | null {
  if (counts.sibling === 0) return null;
  return {
    ...note('duplicates.templates', { templates: counts.sibling }),
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
  return note('duplicates.most_repeated', { times: largest.rows.length + 1 });
}
